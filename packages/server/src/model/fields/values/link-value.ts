/**
 * Links in requests, in storage and in responses. Requests contain an id, a key or `{type, id}`. The kind and key are stored
 * (`Link`), so that a document is the same in every environment. Responses contain `{type, id}`.
 */
import type { Link } from '../field.ts';
import type { ParseContext, RenderContext } from '../field-type.ts';
import { addViolation, describeValue, isObject } from './value-violations.ts';

/** Parses a link of the kind; undefined after adding a violation. */
export function parseLink(kind: Link['kind'], input: unknown, context: ParseContext): Link | undefined {
  const advice = `Give the id or key of an ${kind}, or {"type": "${kind}", "id": "…"}`;
  const id = isObject(input) ? linkedId(kind, input) : input;
  if (typeof id !== 'string')
    return addViolation(context, 'type', `${advice}; this is ${describeValue(input)} in another form.`);
  const key = context.linkKey(kind, id);
  if (key === null) return addViolation(context, 'link', `${advice} of this environment.`);
  return { kind, key };
}

/** The link as responses show it. */
export function renderLink(link: Link, context: RenderContext): { type: Link['kind']; id: string } {
  return { type: link.kind, id: context.linkId(link) };
}

/** The link as the query engine stores it. */
export function linkCode(link: Link): string {
  return `${link.kind}:${link.key}`;
}

/**
 * Parses a link in a query string. A text that is not an id or key of this environment is kept as it is. It matches nothing,
 * because no key looks like an id.
 */
export function linkOperand(kind: Link['kind'], text: string, linkKey: ParseContext['linkKey']): string {
  return linkCode({ kind, key: linkKey(kind, text) ?? text });
}

/** Whether a stored value is a link. */
export function isLink(value: unknown): value is Link {
  return isObject(value) && (value.kind === 'entry' || value.kind === 'asset') && typeof value.key === 'string';
}

function linkedId(kind: Link['kind'], input: Readonly<Record<string, unknown>>): unknown {
  const isWhole = Object.keys(input).length === 2 && input.type === kind;
  return isWhole ? input.id : undefined;
}
