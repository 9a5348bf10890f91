/**
 * Paths to attributes, such as `name.familyName` or `urn:…:enterprise:2.0:User:manager.value` (RFC 7644, section 3.10). A path
 * lists the attributes on the way from the resource; the first may be an extension.
 */
import { type Attribute, attributeNamed, attributesOf, type ResourceType } from './attribute.ts';

/** The attributes from the resource down to the target. Never empty. */
export type AttributePath = readonly [Attribute, ...Attribute[]];

/** Resolves a path in a type of resource; undefined if it has no such attribute. */
export function findAttribute(type: ResourceType, text: string): AttributePath | undefined {
  const attributes = attributesOf(type);
  const lower = text.toLowerCase();
  const core = `${type.schema.id.toLowerCase()}:`;
  if (lower.startsWith(core)) return descend(attributes, text.slice(core.length).split('.'));
  for (const { id } of type.extensions) {
    const extension = attributeNamed(attributes, id);
    if (extension === undefined) continue;
    if (lower === id.toLowerCase()) return [extension];
    if (!lower.startsWith(`${id.toLowerCase()}:`)) continue;
    const below = descend(extension.subAttributes, text.slice(id.length + 1).split('.'));
    return below && [extension, ...below];
  }
  return descend(attributes, text.split('.'));
}

/** Resolves a path inside a complex attribute, such as `type` in `emails[type eq "work"]`. */
export function findSubAttribute(attribute: Attribute, text: string): AttributePath | undefined {
  return descend(attribute.subAttributes, text.split('.'));
}

function descend(
  attributes: readonly Attribute[] | undefined,
  [name = '', ...rest]: readonly string[],
): AttributePath | undefined {
  const found = attributeNamed(attributes, name);
  if (found === undefined || rest.length === 0) return found && [found];
  const below = descend(found.subAttributes, rest);
  return below && [found, ...below];
}
