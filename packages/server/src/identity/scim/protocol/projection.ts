/**
 * The attributes that a response shows (RFC 7644, section 3.9): all by default, only those in `attributes`, or all but those in
 * `excludedAttributes`. Attributes that are always returned stay.
 */
import { type Attribute, attributesOf, type Complex, isComplex, isUnassigned, type ResourceType } from './attribute.ts';
import { findAttribute } from './attribute-path.ts';
import { badRequest } from './scim-error.ts';

const NAMES_MAX = 200;

/** The parameters of a request, as they were sent. */
export interface Selection {
  readonly attributes?: readonly string[];
  readonly excludedAttributes?: readonly string[];
}

/** A tree of attribute names; an attribute without a subtree is shown or hidden as a whole. */
type Names = Map<string, Names | undefined>;

/** Selects the attributes that a response shows of each resource. */
export class Projection {
  readonly #type: ResourceType;
  readonly #wanted: Names | undefined;
  readonly #excluded: Names;

  /** @throws `invalidValue` if both are given, as they exclude each other */
  constructor(type: ResourceType, { attributes, excludedAttributes }: Selection) {
    if (attributes !== undefined && excludedAttributes !== undefined)
      throw badRequest('invalidValue', 'Send "attributes" or "excludedAttributes", not both.');
    this.#type = type;
    this.#wanted = attributes && namesIn(type, attributes);
    this.#excluded = namesIn(type, excludedAttributes ?? []);
  }

  /** Whether the attribute, or a part of it, is shown. */
  shows(name: string): boolean {
    if (this.#wanted !== undefined) return this.#wanted.has(name);
    return !this.#excluded.has(name) || this.#excluded.get(name) !== undefined;
  }

  of(resource: Complex): Complex {
    const attributes = attributesOf(this.#type);
    if (this.#wanted !== undefined) return only(resource, attributes, this.#wanted);
    return except(resource, attributes, this.#excluded);
  }
}

/** The comma-separated names in a parameter. */
export function readNames(parameter: unknown): string[] | undefined {
  if (parameter === undefined) return undefined;
  const names = [parameter].flat().flatMap((text) => String(text).split(','));
  if (names.length > NAMES_MAX) throw badRequest('tooMany', `Name at most ${NAMES_MAX} attributes.`);
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Names that a resource type does not have are ignored. */
function namesIn(type: ResourceType, paths: readonly string[]): Names {
  const names: Names = new Map();
  for (const path of paths) {
    let level = names;
    const steps = findAttribute(type, path) ?? [];
    for (const [index, { name }] of steps.entries()) {
      if (level.has(name) && level.get(name) === undefined) break;
      const below = index === steps.length - 1 ? undefined : (level.get(name) ?? new Map());
      level.set(name, below);
      if (below !== undefined) level = below;
    }
  }
  return names;
}

function only(value: Complex, attributes: readonly Attribute[], names: Names): Complex {
  const shown: Record<string, unknown> = {};
  for (const { name, returned, subAttributes = [] } of attributes) {
    if (isUnassigned(value[name])) continue;
    if (returned === 'always') shown[name] = value[name];
    else if (names.has(name)) {
      const below = names.get(name);
      shown[name] = below === undefined ? value[name] : each(value[name], (one) => only(one, subAttributes, below));
    }
  }
  return shown;
}

function except(value: Complex, attributes: readonly Attribute[], names: Names): Complex {
  const shown: Record<string, unknown> = {};
  for (const { name, returned, subAttributes = [] } of attributes) {
    if (isUnassigned(value[name])) continue;
    const below = names.get(name);
    if (returned === 'always' || !names.has(name)) shown[name] = value[name];
    else if (below !== undefined) shown[name] = each(value[name], (one) => except(one, subAttributes, below));
  }
  return shown;
}

function each(value: unknown, project: (one: Complex) => Complex): unknown {
  if (Array.isArray(value)) return value.map((one) => (isComplex(one) ? project(one) : one));
  return isComplex(value) ? project(value) : value;
}
