/** Log-in at a real SAML provider, and what is refused of its responses. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { Actor } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { freshEmail, type Member } from '../../../testing/src/given.ts';
import { type Visited, WebVisitor } from '../../../testing/src/people/web-visitor.ts';
import {
  newKeyPair,
  type SamlOverrides,
  type SamlPerson,
  type SamlRequest,
  startSamlProvider,
  type TestSamlProvider,
} from '../../../testing/src/servers/saml-provider.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { entityId } from '../../src/identity/sso/addresses.ts';
import { Saml } from '../../src/identity/sso/saml.ts';
import {
  codeIn,
  exchange,
  lastRefusal,
  makeConnected,
  REACHES_HOME,
  refusals,
  refusedOn,
  start,
} from './sso-log-in.ts';
import { wrappings } from './wrapped-responses.ts';

const HOUR_S = 3_600;
/** As the provider names them. */
const GROUPS = 'http://schemas.passportjs.com/groups';
const ALGORITHMS = { signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' } as const;

describeEachEngine('single sign-on by SAML', (engine) => {
  let service: TestService;
  let other: TestService;
  let provider: TestSamlProvider;
  let owner: Member;
  before(async () => {
    service = await startService({ engine, env: REACHES_HOME });
    other = await startService({ engine, env: { ...REACHES_HOME, LECTERN_PUBLIC_URL: service.url } });
    provider = await startSamlProvider(newPerson());
    owner = await makeConnected(service.url, { protocol: 'saml', default_role: 'author', saml: provider.settings });
  });
  after(async () => {
    await provider.stop();
    await other.close();
    await service.close();
  });

  /** A log-in that has begun, up to the request at the provider. */
  const begin = async (of = owner) => {
    const visitor = new WebVisitor();
    return { visitor, request: await provider.read(await start(service.url, of.accountId, visitor)) };
  };
  const post = (visitor: WebVisitor, xml: string, url = service.url): Promise<Visited> =>
    visitor.post(`${url}/auth/sso/saml/acs`, { SAMLResponse: encoded(xml), RelayState: 'https://evil.example/' });
  const finish = async (visitor: WebVisitor, xml: string) => visitor.follow(await post(visitor, xml));
  const respond = (request: SamlRequest, overrides?: SamlOverrides, person = newPerson()) =>
    provider.respond(request, person, overrides);

  /** What is read of a response whose shape is not checked: the second line of defence. */
  const withoutShape = (request: SamlRequest, xml: string) =>
    new Saml({ url: service.url })
      .claims(connectionOf(owner, provider), {
        response: encoded(xml),
        requestId: request.id,
        envelope: {
          inResponseTo: request.id,
          destination: undefined,
          issuer: undefined,
          audiences: [],
          problem: undefined,
        },
      })
      .catch(() => undefined);

  /** A whole log-in. @param change what is changed of the response on its way */
  const logIn = async (overrides: SamlOverrides = {}, change = (xml: string) => xml): Promise<Visited> => {
    const { visitor, request } = await begin();
    return finish(visitor, change(await respond(request, overrides)));
  };

  it('makes a member of the default role at the first log-in, and finds them again by their name there', async () => {
    const person = newPerson();
    const first = await begin();
    const session = await exchange(service.url, await finish(first.visitor, await respond(first.request, {}, person)));
    assert.deepEqual([session.at('user.email'), session.at('user.name')], [person.email, 'Ada']);
    assert.deepEqual([session.at('account.id'), session.at('account.role')], [owner.accountId, 'author']);

    const again = await begin();
    const renamed = { ...person, email: freshEmail() };
    const second = await exchange(service.url, await finish(again.visitor, await respond(again.request, {}, renamed)));
    assert.equal(second.at('user.id'), session.at('user.id'));
  });

  it('asks the provider in the way that its metadata says', async () => {
    const { request } = await begin();
    assert.equal(request.issuer, entityId(service.url, owner.accountId));
    assert.equal(request.assertionConsumerServiceURL, `${service.url}/auth/sso/saml/acs`);
    assert.equal(request.destination, provider.settings.sso_url);
    const headers = { accept: 'application/samlmetadata+xml' };
    const metadata = await new WebVisitor().request(request.issuer, { headers });
    assert.equal(metadata.headers.get('content-type'), 'application/samlmetadata+xml');
    assert.ok(metadata.text.includes(`entityID="${request.issuer}"`));
    assert.ok(metadata.text.includes(`Location="${request.assertionConsumerServiceURL}"`));
  });

  it('takes a response of which the response, the assertion or both are signed', async () => {
    const signed: SamlOverrides[] = [
      { signAssertion: true, signResponse: false },
      { signAssertion: false, signResponse: true },
      { signAssertion: true, signResponse: true },
    ];
    for (const overrides of signed) codeIn(await logIn(overrides));
  });

  it('takes responses signed by either certificate while it changes', async () => {
    const next = newKeyPair();
    const certificate = provider.cert + next.cert;
    const saml = { ...provider.settings, certificate };
    const changing = await makeConnected(service.url, { protocol: 'saml', saml });
    for (const pair of [{}, next]) {
      const { visitor, request } = await begin(changing);
      codeIn(await finish(visitor, await respond(request, pair)));
    }
  });

  it('never goes where RelayState says', async () => {
    const { visitor, request } = await begin();
    const posted = await post(visitor, await respond(request));
    assert.equal(new URL(posted.location ?? '').origin, service.url);
    const done = await visitor.follow(posted);
    assert.equal(new URL(done.url).origin, service.url);
  });

  it('lets nobody in by the response of a stranger: it counts in the browser that started', async () => {
    const { visitor, request } = await begin();
    const posted = await post(visitor, await respond(request));
    const victim = new WebVisitor();
    await start(service.url, owner.accountId, victim);
    refusedOn(await victim.follow(posted));
    assert.match(await lastRefusal(owner), /another browser/);
    refusedOn(await visitor.follow(posted));
  });

  describe('refuses a response', () => {
    /** Fails unless the untouched response is accepted, and the other refused for its reason. */
    const refused = async (reason: RegExp, overrides: SamlOverrides, change?: (xml: string) => string) => {
      codeIn(await logIn());
      refusedOn(await logIn(overrides, change));
      assert.match(await lastRefusal(owner), reason);
    };

    it('that was used before, on any node', async () => {
      const { visitor, request } = await begin();
      const xml = await respond(request);
      codeIn(await finish(visitor, xml));
      const before = await refusals(owner);
      for (const url of [service.url, other.url]) refusedOn(await post(visitor, xml, url));
      const second = await begin();
      const again = await respond(second.request);
      const both = await Promise.all([service.url, other.url].map((url) => post(second.visitor, again, url)));
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [303, 403]);
      assert.equal(await refusals(owner), before);
    });

    it('whose assertion was used before, in another envelope', async () => {
      const [first, second] = [await begin(), await begin()];
      const xml = await respond(first.request);
      codeIn(await finish(first.visitor, xml));
      refusedOn(await finish(second.visitor, xml.replace(first.request.id, second.request.id)));
      assert.match(await lastRefusal(owner), /InResponseTo does not match/);
    });

    it('that has expired', () => refused(/No valid subject confirmation/, { lifetimeInSeconds: -HOUR_S }));
    it('that is not valid yet', () =>
      refused(/signature/i, {}, (xml) => xml.replace(/NotBefore="\d{4}/, 'NotBefore="2099')));
    it('without a signature', () => refused(/Invalid signature/, { signAssertion: false, signResponse: false }));
    it('signed by another key', () => refused(/Invalid signature/, newKeyPair()));
    it('signed by another key that it brings along', () => {
      const { key, cert } = newKeyPair();
      return refused(/Invalid signature/, { key, cert });
    });
    it('signed by SHA-1', () => refused(/rsa-sha1/, { signatureAlgorithm: 'rsa-sha1' }));
    it('changed after it was signed', () =>
      refused(/Invalid signature/, {}, (xml) => xml.replaceAll('@example.com', '@example.org')));
    it('for another audience', () => refused(/audience mismatch/, { audience: 'https://other.example/metadata' }));
    it('for another account with the same provider', async () => {
      const neighbour = await makeConnected(service.url, { protocol: 'saml', saml: provider.settings });
      const { request: theirs } = await begin(neighbour);
      await refused(/audience mismatch/, { audience: theirs.issuer });
    });
    it('of another issuer', () => refused(/from another issuer/, { issuer: 'https://other.example/' }));
    it('whose assertion is of another issuer', () =>
      refused(/the assertion is from another issuer/, { issuer: 'https://other.example/' }, (xml) =>
        xml.replace('https://other.example/', provider.entityId),
      ));
    it('for another destination', () => refused(/another destination/, { destination: 'https://other.example/acs' }));
    it('for another recipient', () => refused(/another recipient/, { recipient: 'https://other.example/acs' }));
    it('with a name that lasts for one log-in', () =>
      refused(/transient/, { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }));

    it('that answers no request of ours', async () => {
      const { visitor, request } = await begin();
      const before = await refusals(owner);
      refusedOn(await post(visitor, await respond({ ...request, id: '' })));
      refusedOn(await post(visitor, await respond({ ...request, id: '_made_up' })));
      assert.equal(await refusals(owner), before, 'there is no log-in that a refusal could belong to');
      codeIn(await finish(visitor, await respond(request)));
    });

    it('that hides a part of a name in a comment', async () => {
      const cut = (name: string) => (xml: string) => xml.replace(name, name.replace('.evil', '<!---->.evil'));
      const person = { id: 'victim@corp.example.evil.example', email: 'victim@corp.example.evil.example' };
      const { visitor, request } = await begin();
      const xml = await respond(request, {}, person);
      const hidden = cut(person.email)(xml);
      assert.notEqual(hidden, xml);
      refusedOn(await post(visitor, hidden));
      assert.match(await lastRefusal(owner), /has a comment/);
      const claims = await withoutShape(request, hidden);
      assert.ok(claims === undefined || claims.subject === person.id, JSON.stringify(claims));
    });

    it('with a CDATA section', () => refused(/has a cdata/, {}, (xml) => xml.replace('>Ada<', '><![CDATA[Ada]]><')));
    describe('that wraps a signed one', () => {
      for (const [title, { signs, reason, wrap }] of Object.entries(wrappings)) {
        it(title, async () => {
          const [{ visitor, request }, person, evil] = [await begin(), newPerson(), newPerson()];
          const overrides = { signAssertion: signs === 'assertion', signResponse: signs === 'response' };
          const signed = await respond(request, overrides, person);
          const forge = (part: string) => part.replaceAll(person.id, evil.id).replaceAll(person.email, evil.email);
          const wrapped = wrap(signed, forge);
          assert.ok(wrapped.includes(evil.email) && wrapped.includes(person.email), 'both are in the document');
          assert.equal((await withoutShape(request, signed))?.subject, person.id);
          const claims = await withoutShape(request, wrapped);
          assert.ok(claims === undefined || claims.subject === person.id, JSON.stringify(claims));
          refusedOn(await post(visitor, wrapped));
          assert.equal(await lastRefusal(owner), reason);
        });
      }
    });
  });

  it('takes people with as many groups as providers send, and refuses what is larger before its signature', async () => {
    const logInWith = async (groups: number) => {
      const { visitor, request } = await begin();
      const person = { ...newPerson(), groups: Array.from({ length: groups }, (_, at) => `CN=Group ${at},DC=corp`) };
      return finish(visitor, await respond(request, {}, person));
    };
    // Microsoft Entra sends at most 150, others some hundred.
    for (const groups of [150, 450]) codeIn(await logInWith(groups));
    refusedOn(await logInWith(510));
    assert.match(await lastRefusal(owner), /more than 500 attribute values/);
  });

  /** A log-in by a response that is changed before the assertion is signed. */
  const logInSigned = async (of: Member, person: SamlPerson, change: (xml: string) => string) => {
    const { visitor, request } = await begin(of);
    const plain = await respond(request, { signAssertion: false, signResponse: false }, person);
    const assertion = '//*[local-name(.)="Assertion"]';
    const after = { reference: `${assertion}/*[local-name(.)="Issuer"]`, action: 'after' } as const;
    return finish(visitor, signXml(change(plain), assertion, after, { privateKey: provider.key, ...ALGORITHMS }));
  };

  it('counts all attributes of one name together', async () => {
    const roles = { role_claim: GROUPS, role_mapping: { a: 'viewer', b: 'editor' } };
    const owner = await makeConnected(service.url, { protocol: 'saml', saml: provider.settings, ...roles });
    const apart = (xml: string) =>
      xml.replace(
        /passportjs.com\/groups".*?<\/saml:AttributeValue>/s,
        `$&</saml:Attribute><saml:Attribute Name="${GROUPS}">`,
      );
    const person = { ...newPerson(), groups: ['b', 'a'] };
    const session = await exchange(service.url, await logInSigned(owner, person, apart));
    assert.equal(session.at('account.role'), 'editor');
  });

  it('takes no further address for the address', async () => {
    const owner = await makeConnected(service.url, { protocol: 'saml', saml: provider.settings });
    const further = `<saml:Attribute Name="email2"><saml:AttributeValue>${freshEmail()}</saml:AttributeValue></saml:Attribute>`;
    const person = newPerson();
    const before = (xml: string) => xml.replace(/<saml:AttributeStatement[^>]*>/, `$&${further}`);
    const session = await exchange(service.url, await logInSigned(owner, person, before));
    assert.equal(session.at('user.email'), person.email);
  });

  it('tests the connection: it says who it would be, and what is wrong, and lets nobody in', async () => {
    const tester = await makeConnected(service.url, { protocol: 'saml', saml: provider.settings });
    const test = async (overrides: SamlOverrides = {}) => {
      const started = await tester.actor.post(`/accounts/${tester.accountId}/sso/test`, undefined, 201);
      const visitor = new WebVisitor();
      const begun = await visitor.request(started.string('url'));
      const request = await provider.read(begun.location ?? '');
      const person = { ...newPerson(), email: tester.email };
      const last = await finish(visitor, await respond(request, overrides, person));
      return { last, result: await tester.actor.get(started.headers.location ?? '', 200) };
    };
    const { last, result } = await test();
    assert.equal(new URL(last.url).pathname, '/sso/tested');
    assert.deepEqual([result.at('state'), result.at('person.is_you')], ['succeeded', true]);
    const kinds: Record<string, SamlOverrides> = {
      audience: { audience: 'https://other.example/metadata' },
      signature: newKeyPair(),
      clock: { lifetimeInSeconds: -HOUR_S },
      issuer: { issuer: 'https://other.example/' },
    };
    for (const [kind, overrides] of Object.entries(kinds)) {
      const { last, result } = await test(overrides);
      refusedOn(last);
      assert.equal(result.at('problem.kind'), kind, result.text);
    }
    assert.equal((await tester.actor.get(`/accounts/${tester.accountId}/members`, 200)).at('total'), 1);
  });

  it('limits refused responses by account and network, and leaves the log-in that comes too early', async () => {
    const tried = await makeConnected(service.url, { protocol: 'saml', saml: provider.settings });
    const { visitor, request } = await begin(tried);
    const refuse = async () => {
      const next = await begin(tried);
      return post(next.visitor, await respond(next.request, { signAssertion: false, signResponse: false }));
    };
    for (let count = 0; count < 100; count++) assert.equal((await refuse()).status, 403);
    assert.equal((await refuse()).status, 429);
    assert.equal((await post(visitor, await respond(request))).status, 429);
    codeIn(await logIn());
  });

  it('has a limit for the size of a response, and wants a form', async () => {
    const visitor = new WebVisitor();
    const acs = `${service.url}/auth/sso/saml/acs`;
    refusedOn(await visitor.post(acs, { SAMLResponse: encoded('x'.repeat(140_000)) }));
    assert.equal((await visitor.post(acs, { SAMLResponse: 'x'.repeat(300_000) })).status, 413);
    assert.equal((await visitor.post(acs, { RelayState: 'x' })).status, 422);
    assert.equal((await new Actor(service.url, null).post('/auth/sso/saml/acs', {})).status, 415);
  });
});

let people = 0;
function newPerson(): SamlPerson {
  const email = freshEmail();
  return { id: `id-${++people}-${email.slice(0, 12)}`, email };
}

function encoded(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

function connectionOf(owner: Member, provider: TestSamlProvider) {
  return {
    accountId: owner.accountId,
    protocol: 'saml',
    isRequired: false,
    defaultRole: 'viewer',
    clientSecret: undefined,
    version: 1,
    role_claim: null,
    role_mapping: {},
    oidc: null,
    saml: provider.settings,
  } as const;
}
