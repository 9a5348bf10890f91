/**
 * Reads JSON bodies. Bytes that do not parse are rejected as malformed; what parses but must not be stored (NUL, lone
 * surrogates, prototype keys, bottomless nesting) as invalid. The check does not recurse, so that nothing a client
 * sends can overflow the stack.
 */
import { isUtf8 } from 'node:buffer';
import { DomainError, invalid, type Violation, validationFailed } from '../errors/domain-error.ts';

/** Deepest nesting of objects and arrays. */
export const JSON_DEPTH_MAX = 100;
const VIOLATIONS_MAX = 20;
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * Parses the bytes of a JSON text and checks what is in it.
 * @throws `malformed_request` or `validation_failed`
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new DomainError('malformed_request', 'The body is not valid UTF-8; send JSON in UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new DomainError('malformed_request', `The body is not JSON (${reasonOf(error)}); send one JSON value.`);
  }
  refuseUnstorable(value);
  return value;
}

/** @throws `validation_failed` if a parsed value contains what the engines do not store alike */
export function refuseUnstorable(root: unknown): void {
  const violations: Violation[] = [];
  const open: Place[] = [{ value: root, path: '', depth: 1 }];
  for (let place = open.pop(); place !== undefined && violations.length < VIOLATIONS_MAX; place = open.pop()) {
    if (typeof place.value === 'string') checkText(place.value, place.path, violations);
    if (typeof place.value !== 'object' || place.value === null) continue;
    if (place.depth > JSON_DEPTH_MAX) {
      throw invalid(
        shortened(place.path),
        'depth',
        `The body is nested deeper than ${JSON_DEPTH_MAX} levels; flatten it.`,
      );
    }
    openChildren(place, open, violations);
  }
  if (violations.length > 0) throw validationFailed(violations);
}

function openChildren({ value, path, depth }: Place, open: Place[], violations: Violation[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (isToBeChecked(item)) open.push({ value: item, path: `${path}.${index}`, depth: depth + 1 });
    return;
  }
  for (const [key, item] of Object.entries(value as object)) {
    if (PROTOTYPE_KEYS.has(key)) {
      violations.push({ path: pathOf(`${path}.${key}`), rule: 'key', message: `"${key}" cannot be a key; rename it.` });
    }
    checkText(key, path, violations);
    if (isToBeChecked(item)) open.push({ value: item, path: `${path}.${key}`, depth: depth + 1 });
  }
}

function isToBeChecked(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function checkText(text: string, path: string, violations: Violation[]): void {
  if (text.includes('\0')) {
    violations.push({
      path: pathOf(path),
      rule: 'characters',
      message: 'Text cannot contain the NUL character; remove it.',
    });
  } else if (!text.isWellFormed()) {
    violations.push({
      path: pathOf(path),
      rule: 'characters',
      message: 'Text contains half of a surrogate pair; send whole characters.',
    });
  }
}

function pathOf(path: string): string {
  return path === '' ? 'body' : shortened(path.slice(1));
}

function shortened(path: string): string {
  const PATH_LENGTH_MAX = 200;
  return path.length <= PATH_LENGTH_MAX ? path : `${path.slice(0, PATH_LENGTH_MAX)}…`;
}

function reasonOf(error: unknown): string {
  const REASON_LENGTH_MAX = 120;
  return error instanceof Error ? error.message.slice(0, REASON_LENGTH_MAX) : 'unreadable';
}
