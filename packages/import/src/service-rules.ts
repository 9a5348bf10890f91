/**
 * The service's rules that readers of foreign files need, such as field types and their settings, valid keys, and how messages
 * shorten text. The only file of this package that imports from the server.
 */

export type { FieldTypeName, ItemTypeName, Validations } from '../../contract/src/fields.ts';
export { isKey } from '../../contract/src/keys.ts';
export { isLinkTarget } from '../../contract/src/link-address.ts';
export type { Violation } from '../../contract/src/violations.ts';
export type { Field } from '../../server/src/model/fields/field.ts';
export { fieldType } from '../../server/src/model/fields/registry.ts';
export { dayTime, momentTime } from '../../server/src/model/fields/values/moment.ts';
export { isoTime } from '../../server/src/platform/kit/clock.ts';
export { excerpt } from './excerpt.ts';
