/** The error responses that a route declares, as response schemas for validation in tests and for OpenAPI. */
import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../../../../contract/src/errors.ts';
import { isObject, objectAt } from './openapi/json.ts';
import { ViolationSchema } from './violation-schema.ts';

/** Errors that any route with a token can return; planes add them to every route. */
export const commonErrors: readonly ErrorCode[] = [
  'malformed_request',
  'unauthenticated',
  'wrong_plane',
  'insufficient_permission',
  'account_suspended',
  'email_unverified',
  'second_factor_required',
  'sso_required',
  'not_found',
  'not_acceptable',
  'validation_failed',
  'api_quota_exceeded',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

/** Errors that any route without a token can return. */
export const publicErrors: readonly ErrorCode[] = [
  'malformed_request',
  'not_acceptable',
  'validation_failed',
  'api_quota_exceeded',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

/** Response schemas by status for the errors with these codes. */
export function responses(...codes: ErrorCode[]): Record<number, TSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, alike]) => [status, errorSchema(alike)]));
}

function errorSchema(codes: readonly ErrorCode[]): TSchema {
  const meaning = codes.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join(' ');
  return Type.Object(
    {
      detail: Type.Object(
        {
          code: Type.Enum([...codes]),
          message: Type.String({ description: 'One sentence that says what to do.' }),
          ...(codes.includes('validation_failed') && { errors: Type.Optional(Type.Array(ViolationSchema)) }),
        },
        { additionalProperties: true },
      ),
    },
    { description: meaning },
  );
}

/** The codes in a response schema that `responses` made; undefined for any other. */
export function declaredCodes(response: unknown): ErrorCode[] | undefined {
  const properties = objectAt(response, 'properties');
  if (Object.keys(properties).join() !== 'detail') return undefined;
  const code = objectAt(objectAt(properties.detail, 'properties'), 'code');
  const values = Array.isArray(code.enum) ? code.enum : isObject(code) && 'const' in code ? [code.const] : [];
  const known = values.filter((value): value is ErrorCode => typeof value === 'string' && value in errorCatalogue);
  return known.length === 0 ? undefined : known;
}
