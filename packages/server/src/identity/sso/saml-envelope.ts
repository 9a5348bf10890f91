/**
 * The structure of a SAML response, checked before anything in it is trusted: one response with one assertion in its place, and
 * nothing hidden in comments, entities or further elements. Every attack that wraps a signed assertion into another document
 * changes this structure. What is read here is not signed: it only finds the log-in that the response belongs to.
 */
import { isUtf8 } from 'node:buffer';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { providerFailed, SsoRefusal, untrusted } from './refusal.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BYTES_MAX = 131_072;
/**
 * Limits the time of a signature check: it takes some tenths of a millisecond per element, and blocks the event loop meanwhile.
 */
const ELEMENTS_MAX = 400;
/** Values of attributes are counted separately: a provider may send hundreds of groups, each as one value. */
const VALUES_MAX = 500;
const VALUE_PLACE = '/Response/Assertion/AttributeStatement/Attribute/AttributeValue';
/** XML attributes of all elements, including namespaces: three per value, as the most verbose providers send. */
const ATTRIBUTES_MAX = 2_500;
const AUDIENCE_PLACE = '/Response/Assertion/Conditions/AudienceRestriction/Audience';
const DEPTH_MAX = 40;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
/** The allowed parents of the elements that decide what is signed. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Response', ['/Response']],
  ['Assertion', ['/Response/Assertion']],
  ['Signature', ['/Response/Signature', '/Response/Assertion/Signature']],
  ['EncryptedAssertion', []],
  ['EncryptedID', []],
  ['EncryptedAttribute', []],
  ['Object', []],
]);
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** The parts of a response outside its assertion. */
export interface Envelope {
  /** Id of the request that it responds to. */
  readonly inResponseTo: string;
  readonly destination: string | undefined;
  readonly issuer: string | undefined;
  /** The audiences of the assertion; empty if it names none. */
  readonly audiences: readonly string[];
  /** The problem with the structure; undefined if there is none. */
  readonly problem: SsoRefusal | undefined;
}

/** @param encoded the posted base64. @throws SsoRefusal if not even the id of the request can be read */
export function readEnvelope(encoded: string): Envelope {
  if (!BASE64.test(encoded)) throw untrusted('the response is not base64');
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > BYTES_MAX) throw untrusted('the response is too large');
  if (!isUtf8(bytes)) throw untrusted('the response is not UTF-8');
  return new EnvelopeReader().read(bytes.toString('utf8'));
}

class EnvelopeReader {
  readonly #parser = new SaxesParser<{ xmlns: true }>({ xmlns: true });
  readonly #path: string[] = [];
  readonly #seen = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #audiences: string[] = [];
  #elements = 0;
  #values = 0;
  #attributes = 0;
  #root: SaxesTagNS | undefined;
  #issuer: string | undefined;
  #status: string | undefined;

  read(xml: string): Envelope {
    const parser = this.#parser;
    parser.on('error', () => {
      throw untrusted('the response is not well-formed XML');
    });
    for (const kind of ['doctype', 'comment', 'processinginstruction', 'cdata'] as const)
      parser.on(kind, () => {
        throw untrusted(`the response has a ${kind}`);
      });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#path.pop());
    parser.on('text', (text) => {
      const place = this.#at();
      if (place === '/Response/Issuer') this.#issuer = (this.#issuer ?? '') + text;
      else if (place === AUDIENCE_PLACE) this.#audiences.push(text.trim());
    });
    try {
      parser.write(xml).close();
      this.#requireComplete();
      return this.#result(undefined);
    } catch (error) {
      if (error instanceof SsoRefusal && this.#root !== undefined) return this.#result(error);
      throw error;
    }
  }

  #open(tag: SaxesTagNS): void {
    this.#path.push(tag.local);
    this.#root ??= tag;
    this.#requireFew(tag);
    this.#requirePlace(tag);
    this.#requireNewId(tag);
    this.#requireAlgorithm(tag);
    if (this.#at() === '/Response/Status/StatusCode') this.#status = tag.attributes.Value?.value;
  }

  #requireFew({ attributes }: SaxesTagNS): void {
    if (this.#at() === VALUE_PLACE) this.#values += 1;
    else this.#elements += 1;
    if (this.#values > VALUES_MAX)
      throw untrusted(`the response has more than ${VALUES_MAX} attribute values; have the provider send fewer groups`);
    if (this.#elements > ELEMENTS_MAX || this.#path.length > DEPTH_MAX)
      throw untrusted('the response has too many elements');
    this.#attributes += Object.keys(attributes).length;
    if (this.#attributes > ATTRIBUTES_MAX) throw untrusted('the response has too many attributes');
  }

  #requirePlace({ local, uri }: SaxesTagNS): void {
    const places = PLACES.get(local);
    if (places === undefined) return;
    const place = this.#at();
    if (!places.includes(place)) throw untrusted(`the response has ${local} at ${place}`);
    const count = (this.#seen.get(place) ?? 0) + 1;
    this.#seen.set(place, count);
    if (count > 1) throw untrusted(`the response has several elements ${place}`);
    const isForeign = (local === 'Response' && uri !== PROTOCOL) || (local === 'Assertion' && uri !== ASSERTION);
    if (isForeign) throw untrusted(`the namespace of ${local} is not the one of SAML 2.0`);
  }

  /** A signature covers the element with a given id, so ids must be unique. */
  #requireNewId({ attributes }: SaxesTagNS): void {
    for (const [name, { value }] of Object.entries(attributes)) {
      if (name.toLowerCase() !== 'id' && name.toLowerCase() !== 'xml:id') continue;
      if (this.#ids.has(value)) throw untrusted('an id appears twice in the response');
      this.#ids.add(value);
    }
  }

  #requireAlgorithm({ local, attributes }: SaxesTagNS): void {
    if (local !== 'SignatureMethod' && local !== 'DigestMethod') return;
    const algorithm = attributes.Algorithm?.value ?? '';
    if (!ALGORITHMS.has(algorithm)) throw untrusted(`the response is signed by ${algorithm}; use SHA-256`, 'signature');
  }

  #requireComplete(): void {
    if (!this.#seen.has('/Response')) throw untrusted('there is no SAML response');
    if (this.#status !== SUCCESS)
      throw providerFailed(`the provider responded with ${this.#status?.split(':').at(-1)}`, 'provider');
    if (!this.#seen.has('/Response/Assertion')) throw untrusted('the response has no assertion');
  }

  #result(problem: SsoRefusal | undefined): Envelope {
    const { InResponseTo, Destination } = this.#root?.attributes ?? {};
    if (InResponseTo === undefined) throw untrusted('the response belongs to no request; start the log-in here');
    const issuer = this.#issuer?.trim();
    const inResponseTo = InResponseTo.value;
    return { inResponseTo, destination: Destination?.value, issuer, audiences: this.#audiences, problem };
  }

  #at(): string {
    return `/${this.#path.join('/')}`;
  }
}
