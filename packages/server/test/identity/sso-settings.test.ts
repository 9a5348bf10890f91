/** What owners set up for single sign-on: the connection, and the domains that are proven in the DNS. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Actor } from '../../../testing/src/client.ts';
import { given, type Member, makeKey, signUp } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { startDnsServer, type TestDnsServer } from '../../../testing/src/servers/dns-server.ts';
import { newKeyPair } from '../../../testing/src/servers/saml-provider.ts';
import { makeConnected } from './sso-log-in.ts';

const OIDC = { issuer: 'https://id.example.com/tenant', client_id: 'lectern', client_secret: 'hush-hush-hush' };
const { cert: CERTIFICATE, key: PRIVATE_KEY } = newKeyPair();
const SAML = {
  idp_entity_id: 'https://id.example.com/entity',
  sso_url: 'https://id.example.com/sso',
  certificate: CERTIFICATE,
};

const pathOf = ({ accountId }: Member, more = '') => `/accounts/${accountId}/sso${more}`;

onEachEngine('settings of single sign-on', (stage) => {
  const nobody = () => new Actor(stage.url, null);

  describe('the connection', () => {
    it('is made, read, changed and removed, by version', async () => {
      const owner = await signUp(stage.url);
      const path = pathOf(owner);
      await owner.actor.get(path, 404);
      const setup = await owner.actor.get(`${path}/setup`, 200);
      assert.deepEqual([setup.at('connected'), setup.at('scim_url')], [false, `${stage.url}/scim/v2`]);
      assert.equal(setup.at('redirect_uri'), `${stage.url}/auth/sso/callback`);
      const made = await owner.actor.post(path, { protocol: 'oidc', oidc: OIDC }, 201);
      assert.equal(made.headers.location, path);
      const { created_at, updated_at, ...shown } = made.json as Record<string, unknown>;
      assert.deepEqual(shown, {
        account_id: owner.accountId,
        protocol: 'oidc',
        required: false,
        default_role: 'viewer',
        role_claim: null,
        role_mapping: {},
        oidc: { issuer: OIDC.issuer, client_id: 'lectern', scopes: [], has_client_secret: true },
        saml: null,
        start_url: `${stage.url}/auth/sso/start?account=${owner.accountId}`,
        redirect_uri: `${stage.url}/auth/sso/callback`,
        acs_url: `${stage.url}/auth/sso/saml/acs`,
        entity_id: `${stage.url}${path}/metadata`,
        version: 1,
      });
      assert.ok(created_at === updated_at);
      assert.equal((await owner.actor.get(`${path}/setup`, 200)).at('connected'), true);
      await owner.actor.post(path, { protocol: 'oidc', oidc: OIDC }, 409);
      assert.equal((await owner.actor.get(path, 200)).text, made.text);

      const changed = await owner.actor.patch(path, { default_role: 'editor', oidc: { client_id: 'other' } }, 200);
      assert.deepEqual([changed.at('version'), changed.at('oidc.client_id')], [2, 'other']);
      assert.deepEqual([changed.at('oidc.issuer'), changed.at('oidc.has_client_secret')], [OIDC.issuer, true]);
      assert.equal((await owner.actor.patch(path, { default_role: 'editor' }, 200)).at('version'), 2);
      await owner.actor.patch(path, { required: false, version: 1 }, 409);
      await owner.actor.delete(path, 409, { 'if-match': '"1"' });
      await owner.actor.delete(path, 204, { 'if-match': '"2"' });
      await owner.actor.get(path, 404);
    });

    it('never shows its secret, nor does the audit', async () => {
      const owner = await makeConnected(stage.url, { protocol: 'oidc', oidc: OIDC });
      await owner.actor.patch(pathOf(owner), { oidc: { client_secret: 'another-secret' } }, 200);
      await owner.actor.patch(pathOf(owner), { oidc: { client_secret: 'another-secret' } }, 200);
      const read = await owner.actor.get(pathOf(owner), 200);
      assert.equal(read.at('version'), 2, 'the same secret changes nothing');
      const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit`, 200);
      for (const { text } of [read, audit]) assert.doesNotMatch(text, /hush|another-secret/);
    });

    it('belongs to the owner alone', async () => {
      const scene = await given(stage.url);
      const stranger = await signUp(stage.url);
      const path = pathOf(scene.member);
      const body = { protocol: 'oidc', oidc: OIDC };
      const admin = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'admin' });
      for (const more of ['', '/domains']) {
        await stranger.actor.get(path + more, 404);
        const refused = await admin.get(path + more, 403);
        assert.deepEqual(
          [refused.at('detail.code'), refused.at('detail.permission')],
          ['insufficient_permission', 'sso.manage'],
        );
        await nobody().get(path + more, 401);
      }
      await stranger.actor.post(path, body, 404);
      await admin.post(path, body, 403);
    });

    it('does not give the stored secret to another issuer', async () => {
      const owner = await makeConnected(stage.url, { protocol: 'oidc', oidc: OIDC });
      const issuer = 'https://elsewhere.example.com';
      const refused = await owner.actor.patch(pathOf(owner), { oidc: { issuer } }, 422);
      assert.equal(refused.at('detail.errors.0.path'), 'oidc.client_secret');
      await owner.actor.patch(pathOf(owner), { oidc: { issuer, client_secret: 'new' } }, 200);
    });

    it('changes its protocol, and keeps what was set for the other', async () => {
      const owner = await makeConnected(stage.url, { protocol: 'oidc', oidc: OIDC });
      await owner.actor.patch(pathOf(owner), { protocol: 'saml' }, 422);
      const changed = await owner.actor.patch(pathOf(owner), { protocol: 'saml', saml: SAML }, 200);
      assert.deepEqual([changed.at('protocol'), changed.at('oidc.issuer')], ['saml', OIDC.issuer]);
      await owner.actor.patch(pathOf(owner), { protocol: 'oidc' }, 200);
    });

    it('names no address that the service may not reach', async () => {
      const owner = await signUp(stage.url);
      const url = 'https://169.254.169.254';
      const oidc = await owner.actor.post(pathOf(owner), { protocol: 'oidc', oidc: { ...OIDC, issuer: url } }, 422);
      assert.equal(oidc.at('detail.errors.0.path'), 'oidc.issuer');
      const saml = await owner.actor.post(pathOf(owner), { protocol: 'saml', saml: { ...SAML, sso_url: url } }, 422);
      assert.equal(saml.at('detail.errors.0.path'), 'saml.sso_url');
    });

    it('takes certificates as PEM or plain base64, and no private key', async () => {
      const owner = await makeConnected(stage.url, { protocol: 'saml', saml: SAML });
      const plain = CERTIFICATE.replaceAll(/-----[^-]+-----/g, '').trim();
      const read = await owner.actor.patch(pathOf(owner), { saml: { certificate: plain } }, 200);
      assert.deepEqual([read.at('version'), read.at('saml.certificate')], [1, CERTIFICATE]);
      await owner.actor.patch(pathOf(owner), { saml: { certificate: CERTIFICATE + PRIVATE_KEY } }, 422);
    });

    it('is accepted as the guide shows it', async () => {
      const guide = readFileSync(new URL('../../../../docs/operations/sso.md', import.meta.url), 'utf8');
      const bodies = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
      assert.equal(bodies.length, 5);
      for (const body of bodies) {
        if (body.saml !== undefined) body.saml.certificate = CERTIFICATE;
        await makeConnected(stage.url, body);
      }
    });

    it('gives nobody the role of an owner', async () => {
      const owner = await signUp(stage.url);
      const body = { protocol: 'oidc', oidc: OIDC };
      await owner.actor.post(pathOf(owner), { ...body, default_role: 'owner' }, 422);
      await owner.actor.post(pathOf(owner), { ...body, role_claim: 'groups', role_mapping: { a: 'owner' } }, 422);
      await owner.actor.post(pathOf(owner), { ...body, role_claim: 'groups', role_mapping: { a: 'admin' } }, 201);
    });

    it('has metadata that tells nothing about accounts', async () => {
      const { accountId } = await signUp(stage.url);
      const unknown = accountId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const texts = await Promise.all(
        [accountId, unknown].map(async (id) => {
          const { text } = await nobody().get(`/accounts/${id}/sso/metadata`, 200);
          return text.replaceAll(id, 'acc');
        }),
      );
      assert.equal(texts[0], texts[1]);
      await nobody().get(`/accounts/${encodeURIComponent('acc_"><x>')}/sso/metadata`, 422);
    });
  });

  describe('domains', () => {
    let dns: TestDnsServer;
    before(async () => {
      dns = await startDnsServer();
    });
    after(() => dns.stop());

    let domains = 0;
    const freshDomain = () => `company-${++domains}-${stage.url.split(':').at(-1)}.example`;
    const add = async (owner: Member, domain: string) => {
      const added = await owner.actor.post(pathOf(owner, '/domains'), { domain }, 201);
      return {
        path: pathOf(owner, `/domains/${domain}`),
        name: added.string('record.name'),
        value: added.string('record.value'),
      };
    };
    const discover = async (email: string) => (await nobody().post('/auth/sso/discover', { email }, 200)).json;

    it('are verified by a record in the DNS', async () => {
      const owner = await signUp(stage.url);
      const domain = freshDomain();
      const { path, name, value } = await add(owner, domain);
      assert.equal(name, `_lectern.${domain}`);
      await owner.actor.post(pathOf(owner, '/domains'), { domain: domain.toUpperCase() }, 409);

      const missing = await owner.actor.post(`${path}/verify`, undefined, 422);
      assert.equal(missing.at('detail.errors.0.rule'), 'txt_record');
      dns.records.set(name, ['v=spf1 -all', value.slice(0, -1), `${value}x`]);
      await owner.actor.post(`${path}/verify`, undefined, 422);
      dns.records.set(name, ['v=spf1 -all', value]);
      await owner.actor.post(`${path}/verify`, undefined, 409, { 'if-match': '"7"' });
      const verified = await owner.actor.post(`${path}/verify`, undefined, 200, { 'if-match': '"1"' });
      assert.deepEqual([verified.at('verified'), verified.at('version')], [true, 2]);
      assert.equal((await owner.actor.post(`${path}/verify`, undefined, 200)).at('version'), 2);
      const list = await owner.actor.get(pathOf(owner, '/domains?order=-domain'), 200);
      assert.deepEqual(list.each('items', 'domain'), [domain]);
      await owner.actor.delete(path, 204);
      await owner.actor.get(path, 404);
    });

    it('that no name server answers for are not verified', async () => {
      const owner = await signUp(stage.url);
      const { path } = await add(owner, freshDomain());
      dns.isSilent = true;
      const refused = await owner.actor.post(`${path}/verify`, undefined, 422);
      dns.isSilent = false;
      assert.equal(refused.at('detail.errors.0.rule'), 'dns');
    });

    it('belong to one account, and move when the record of the other is gone', async () => {
      const [first, second] = [await signUp(stage.url), await signUp(stage.url)];
      const domain = freshDomain();
      const [one, two] = [await add(first, domain), await add(second, domain)];
      dns.records.set(one.name, [one.value, two.value]);
      await first.actor.post(`${one.path}/verify`, undefined, 200);
      await second.actor.post(`${two.path}/verify`, undefined, 409);
      dns.records.set(one.name, [two.value]);
      await second.actor.post(`${two.path}/verify`, undefined, 200);
      const lost = await first.actor.get(one.path, 200);
      assert.deepEqual([lost.at('verified'), lost.at('version')], [false, 3]);
      const audit = await first.actor.get(`/accounts/${first.accountId}/audit?action=sso_domain.lose`, 200);
      assert.equal(audit.at('total'), 1);
    });

    it('are given to one of two accounts that verify at once', async () => {
      const owners = await Promise.all([signUp(stage.url), signUp(stage.url)]);
      const domain = freshDomain();
      const added = await Promise.all(owners.map((owner) => add(owner, domain)));
      dns.records.set(
        `_lectern.${domain}`,
        added.map(({ value }) => value),
      );
      const tries = added.map(({ path }, index) => owners[index]?.actor.post(`${path}/verify`));
      const statuses = (await Promise.all(tries)).map((response) => response?.status);
      assert.deepEqual(statuses.toSorted(), [200, 409]);
    });

    it('decide who is sent to single sign-on', async () => {
      const owner = await makeConnected(stage.url, { protocol: 'oidc', oidc: OIDC });
      const domain = freshDomain();
      const { path, name, value } = await add(owner, domain);
      assert.deepEqual(await discover(`ann@${domain}`), {});
      dns.records.set(name, [value]);
      await owner.actor.post(`${path}/verify`, undefined, 200);
      const url = `${stage.url}/auth/sso/start?account=${owner.accountId}`;
      assert.deepEqual(await discover(`ann@${domain.toUpperCase()}`), { sso_url: url });
      assert.deepEqual(await discover(`ann@sub.${domain}`), {});
      assert.deepEqual(await discover(owner.email), {}, 'a user of another domain');
      await nobody().post('/auth/sso/discover', { email: 'ann' }, 422);
      await owner.actor.delete(pathOf(owner), 204);
      assert.deepEqual(await discover(`ann@${domain}`), {});
    });

    it('are domains', async () => {
      const owner = await signUp(stage.url);
      for (const domain of [
        '',
        'com',
        'a..b',
        '-a.example',
        '10.0.0.1',
        'exa mple.com',
        'müller.example',
        '_x.example',
      ])
        await owner.actor.post(pathOf(owner, '/domains'), { domain }, 422);
    });
  });
});
