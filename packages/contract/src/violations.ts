/**
 * What is wrong with a request, value by value. Each violation names its rule and carries the parameters of a sentence about it,
 * so that a client can phrase the message in its own words. A rule without a row here does not compile.
 */
import type { ErrorCode } from './errors.ts';
import type { ValueFormat } from './fields.ts';

/** A limit that was exceeded. These are type aliases, so that callers can pass them as plain records. */
type Limit = {
  readonly limit: number;
  /** The actual number, if it was counted. */
  readonly given?: number;
  /** Characters or items, unless set. */
  readonly unit?: 'bytes';
};

/** All valid values. */
type Choice = {
  readonly listed: readonly (string | number | boolean | null)[];
};

/** Entries without a value in a field that a model change has made required. */
type Missing = {
  readonly entries: number;
  /** Those that have none in what is published. */
  readonly published: number;
};

/** The names that were used, and the names that are allowed. */
type Names = Choice & { readonly names: readonly string[] };

/** Why nothing can be sent to an address. */
export type TargetReason = 'form' | 'scheme' | 'credentials' | 'fragment' | 'port' | 'private' | 'own';

/**
 * Why a local time is no instant: the time zone is unknown, its clocks are put forward over the time, or they show it twice; then
 * `instants` are both.
 */
export type ZoneReason = 'unknown' | 'gap' | 'twice';

/** The parameters of each rule. Null if the rule's name and path say everything. */
/** The revisions that can be read, or how many entries may have changed since one. */
export type Revisions = { readonly oldest?: number; readonly latest?: number; readonly limit?: number };

export interface RuleParams {
  archived: null;
  as_of: Revisions;
  changed_since: null;
  characters: null;
  circle: null;
  common: null;
  component: null;
  conflict: null;
  const: Choice;
  content_type: null;
  content_types: Partial<Choice>;
  context: null;
  cursor: null;
  default: null;
  depth: Limit;
  dns: null;
  doctype: null;
  empty: null;
  encoding: null;
  enum: Choice;
  exclusive: null;
  exists: null;
  field: null;
  fields: null;
  file: null;
  format: { readonly format?: ValueFormat };
  former_id: null;
  future: null;
  header: null;
  ids: null;
  in: Choice;
  items: null;
  key: null;
  kind: null;
  length: Limit;
  limit: Limit;
  link: null;
  locale: null;
  loop: null;
  marks: Names;
  masked: null;
  match: null;
  max: { readonly limit: number | string };
  max_bytes: Limit;
  max_containers: Limit;
  max_depth: Limit;
  max_duration: Limit;
  max_entries: Limit;
  max_frames: Limit;
  max_items: Limit;
  max_keys: Limit;
  max_length: Limit;
  max_memory: null;
  max_pixels: Limit;
  max_side: Limit;
  max_size: Limit;
  max_words: Limit;
  metadata: null;
  mime_type: null;
  mime_types: Choice;
  min: { readonly limit: number | string };
  min_items: Limit;
  min_length: Limit;
  nodes: Names;
  number: null;
  once: null;
  operator: null;
  order: null;
  other: null;
  past: null;
  pattern: { readonly pattern?: string };
  previous_id: null;
  range: { readonly min: number; readonly max: number };
  readable: null;
  record: null;
  repeated: null;
  required: Partial<Missing>;
  reserved: null;
  response_size: Limit;
  restore: null;
  rich_text: null;
  role: null;
  secret: null;
  select: null;
  size: Limit;
  slug: null;
  target: { readonly reason: TargetReason };
  txt_record: null;
  type: null;
  unique: null;
  unique_items: null;
  unknown: null;
  unpublished: null;
  url: null;
  validations: null;
  well_formed: null;
  words: null;
  work: null;
  zone: { readonly reason: ZoneReason; readonly instants?: readonly string[] };
  // The rules of JSON Schema, by their JSON Schema names: they describe the shape of a request.
  maximum: Limit;
  maxItems: Limit;
  maxLength: Limit;
  maxProperties: Limit;
  minimum: Limit;
  minItems: Limit;
  minLength: Limit;
  minProperties: Limit;
  propertyNames: null;
  uniqueItems: null;
  anyOf: null;
  not: null;
}

export type RuleName = keyof RuleParams;

/** The parameters of a rule, as the last argument of a function. No argument if the rule has none. */
export type ParamsArgument<Rule extends RuleName> = RuleParams[Rule] extends null
  ? []
  : object extends RuleParams[Rule]
    ? [params?: RuleParams[Rule]]
    : [params: RuleParams[Rule]];

type Of<Rule extends RuleName> = {
  /** The location of the value, such as `fields.title.en-US` or `query.limit`. */
  readonly path: string;
  readonly rule: Rule;
  /** One English sentence that says how to fix it. */
  readonly message: string;
} & (RuleParams[Rule] extends null
  ? { readonly params?: never }
  : object extends RuleParams[Rule]
    ? { readonly params?: RuleParams[Rule] }
    : { readonly params: RuleParams[Rule] });

/** An entry that was refused in a bulk request, with the code of its own error. */
interface OfWhole {
  readonly path: string;
  readonly rule: ErrorCode;
  readonly message: string;
  readonly params?: never;
}

/** One problem in a request: where it is, which rule was broken, how to fix it, and the rule's parameters. */
export type Violation = { readonly [Rule in RuleName]: Of<Rule> }[RuleName] | OfWhole;

/** Creates a violation, for callers that only know the rule at run time. */
export function violation<Rule extends RuleName>(
  path: string,
  rule: Rule,
  message: string,
  ...[params]: ParamsArgument<Rule>
): Violation {
  return { path, rule, ...(params !== undefined && { params }), message } as Violation;
}
