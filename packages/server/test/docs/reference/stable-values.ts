/**
 * Makes recorded requests and responses the same every time: ids, tokens, times and addresses that differ between two
 * runs become fixed ones. Invariant: the same value always becomes the same, so that examples still fit each other.
 */
import { EXAMPLE_TIME, type ExampleIds, exampleIds } from '../../../src/platform/http/openapi/example-ids.ts';

const ID = /\b[a-z]{3}_[0-9a-z]{26}\b/g;
/** Its key is in the order of time, as those of other ids are. */
const CHANGE_SET_ID = /\bchg_[a-z0-9]{6}_[0-9a-z]{26}\b/g;
const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** As headers of HTTP have it. */
const HTTP_TIME = /\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g;
const HTTP_TIME_EXAMPLE = new Date(EXAMPLE_TIME).toUTCString();
/** The time before the id of a request in a list of them. */
const TIME_OF_REQUEST = /\b\d{13}(?=\.req_)/g;
const TIME_OF_REQUEST_EXAMPLE = String(Date.parse(EXAMPLE_TIME));
const ACCESS_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const TOKEN = /\b(cms_[a-z]{3}_)[\w-]+/g;
const CHECKOUT_ID = /\b(chk_)\w+/g;
/** Ids of Stripe: of a checkout, an invoice, a visit of its portal. */
const STRIPE_ID = /\b(cs_test|in|bps)_[0-9a-f]{16,}/g;
const SIGNING_SECRET = /\bwhsec_[\w+/=]+/g;
const TOKEN_END = '0Jm1tqV6cGx3yPz8aKfRw2uBn5hEoYs7dLiT4vQkXgMC9NjA';
const ACCESS_TOKEN_EXAMPLE = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3IifQ.3v0M';
/** How many requests the story made before depends on how often it had to look. */
const REQUESTS_EXAMPLE = 1_284;
/** How far the audit is sealed when it is asked depends on the moment. */
const SEAL_EXAMPLE = {
  records: 96,
  links: 4,
  unsealed: 10,
  head: '63ad39d3c1f301ac3bb63d1834577050416a07fc5b27c1c2c975d75678dc2cd7',
};
/** Where a follower of an environment stands. */
export const CURSOR_EXAMPLE = 'Q2x4M3lrVGJ2OVsxLCJrM3g5cTIiLCJ0NHYiLDU0LG51bGwsMTIsWzNdLFswLDJdXQ';
const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** The search index makes revisions too, whenever it comes to it. */
const REVISION_EXAMPLE = 54;
/** Values of these names differ from run to run. */
const OWN_VALUES: Readonly<Record<string, unknown>> = {
  published_revision: REVISION_EXAMPLE,
  revision: REVISION_EXAMPLE,
  last_four: '9NjA',
  duration_ms: 12,
  ip: '203.0.113.7',
  node: 'k3x9q2',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik4oCm',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
  signature: 'MEUCIQDx3uJgmx3OEUoDYc7dLiT4vQkXgMC9NjA4oCm',
  userHandle: 'dXNyXzAxa2I0dzltNHIyZjZoOGoxbjNxNXM3djl4',
  'x-cms-signature': '6cfa02f9859629230af4848c9c00e83563ccd186b5bf7082bf507e626823da10',
  'webhook-timestamp': '1795255200',
  'webhook-signature': 'v1,HV7uqcifSbqOIPAO2B3t3XPMxHc6PHIARAePSpmGNak=',
};

/** Whole texts that differ: codes and secrets of second factors, challenges and ids of passkeys, users as they know them. */
const OWN_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\d{6}$/, '492039'],
  [/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/, '7kq2m-x0dvw'],
  [/\b[A-Z2-7]{32}\b/, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/^[\w-]{43}$/, 'y3Zr8QmVn1Tb5Wc7Xd9Fe2Gh4Jk6Lp0Ss8Uu3Vv5Ww7'],
  [/^dXNyX[\w-]{35}$/, 'dXNyXzAxa2I0dzltNHIyZjZoOGoxbjNxNXM3djl4'],
];

export class StableValues {
  readonly #since: string;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * @param ids what the ids of the examples are in this run
   * @param texts other texts to replace, such as addresses
   */
  constructor(ids: ExampleIds, texts: Readonly<Record<string, string>>) {
    this.#since = new Date(Date.now() - 60_000).toISOString();
    for (const [name, actual] of Object.entries(ids)) this.#names.set(actual, exampleIds[name as keyof ExampleIds]);
    for (const [actual, stable] of Object.entries(texts)) this.#names.set(actual, stable);
  }

  /** Replaces one more text. */
  replace(actual: string, stable: string): void {
    this.#names.set(actual, stable);
  }

  /** The value with everything replaced that differs between runs. */
  of(value: unknown, name = ''): unknown {
    if (value !== null && typeof value !== 'object' && Object.hasOwn(OWN_VALUES, name)) return OWN_VALUES[name];
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.of(item));
    if (typeof value !== 'object' || value === null) return value;
    if ('sealed_at' in value && 'head' in value && value.head !== SEAL_EXAMPLE.head)
      return this.of({ ...value, ...SEAL_EXAMPLE });
    if ('metric' in value && value.metric === 'api_requests_per_month' && 'used' in value)
      return { ...value, used: REQUESTS_EXAMPLE };
    if ('complete' in value && 'next' in value && value.next !== CURSOR_EXAMPLE)
      return this.of({ ...value, next: CURSOR_EXAMPLE });
    // The version of a whole model is a revision too.
    if ('version' in value && ('content_types' in value || 'applied' in value) && value.version !== REVISION_EXAMPLE)
      return this.of({ ...value, version: REVISION_EXAMPLE });
    const stable = Object.entries(value).map(([key, item]) => [this.#text(key), this.of(item, key)]);
    // The list of the latest requests, which says where it is from.
    return Object.fromEntries(
      'source' in value && 'total' in value ? [...stable, ['total', REQUESTS_EXAMPLE]] : stable,
    );
  }

  #text(text: string): string {
    let stable = text;
    for (const [actual, name] of this.#names) stable = stable.replaceAll(actual, name);
    for (const [own, example] of OWN_TEXTS) stable = stable.replace(own, example);
    return stable
      .replace(ACCESS_TOKEN, ACCESS_TOKEN_EXAMPLE)
      .replace(TOKEN, `$1${TOKEN_END}`)
      .replace(CHECKOUT_ID, `$1${TOKEN_END}`)
      .replace(STRIPE_ID, '$1_1SYp2KLec7rnQ4')
      .replace(SIGNING_SECRET, SECRET_EXAMPLE)
      .replace(HTTP_TIME, HTTP_TIME_EXAMPLE)
      .replace(TIME_OF_REQUEST, TIME_OF_REQUEST_EXAMPLE)
      .replace(ISO_TIME, (time) => (time >= this.#since ? EXAMPLE_TIME : time))
      .replace(CHANGE_SET_ID, (id) => this.#nameOf(id, id.slice(0, 'chg_k3x9q2'.length)))
      .replace(ID, (id) => this.#nameOf(id));
  }

  /** Ids of the example's form are numbered in the order in which they appear. */
  #nameOf(id: string, kind = id.slice(0, 3)): string {
    if ([...this.#names.values()].includes(id)) return id;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const name = `${kind}_01kb4w9m5q${String(number).padStart(16, '0')}`;
    this.#names.set(id, name);
    return name;
  }
}
