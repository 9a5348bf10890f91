/**
 * Passkeys against the whole service, made and used by a real Chromium with a virtual authenticator: as a second factor and
 * as a log-in of their own; and what is refused: replays, foreign challenges, other origins, copies.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections } from '../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { type Member, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { startChromium, type TestBrowser } from '../../../testing/src/people/chromium.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { AuthenticatorPage, type SentCredential } from './authenticator-page.ts';

/** The same host with another port: passkeys are found there too, so that the origin has to be checked. */
const FOREIGN = 'http://localhost:1';

describeFirstEngine('passkeys', (engine) => {
  let service: TestService;
  let chromium: TestBrowser;
  let page: AuthenticatorPage;
  let nobody: Actor;
  before(async () => {
    service = await startService({ engine });
    nobody = new Actor(service.url, null);
    chromium = await startChromium();
  });
  after(async () => {
    closeConnections();
    await chromium.close();
    await service.close();
  });
  beforeEach(async () => {
    page = await AuthenticatorPage.open(chromium.browser, home());
  });
  afterEach(() => page.close());

  /** Passkeys need a name, and browsers trust this one without https. */
  const home = () => service.url.replace('127.0.0.1', 'localhost');
  const optionsFor = ({ actor }: Member) => actor.post('/auth/passkeys/options', { password: PASSWORD }, 200);
  const register = async (member: Member, name?: string): Promise<ApiResponse> => {
    const begun = await optionsFor(member);
    const credential = await page.create(begun.at('options'));
    return member.actor.post('/auth/passkeys', { challenge: begun.string('challenge'), credential, name }, 201);
  };
  const sign = async (): Promise<{ challenge: string; credential: SentCredential }> => {
    const begun = await nobody.post('/auth/login/passkey/options', {}, 200);
    return { challenge: begun.string('challenge'), credential: await page.get(begun.at('options')) };
  };
  const open = (body: object, status?: number) => nobody.post('/auth/login/passkey', body, status);
  const logIn = ({ email }: Member, status?: number) =>
    nobody.post('/auth/login', { email, password: PASSWORD }, status);

  describe('of a person', () => {
    it('are made, listed, renamed and deleted', async () => {
      const member = await signUp(service.url);
      const { actor } = member;
      const made = await register(member, 'Laptop');
      assert.equal(made.at('name'), 'Laptop');
      assert.deepEqual(made.at('transports'), ['internal']);
      assert.equal(made.list('recovery_codes').length, 10);
      assert.equal(made.headers.location, `/auth/passkeys/${made.string('id')}`);
      const path = `/auth/passkeys/${made.string('id')}`;
      assert.equal((await actor.get('/auth/second-factor', 200)).at('passkeys'), 1);
      assert.deepEqual((await actor.get('/auth/passkeys', 200)).each('items', 'name'), ['Laptop']);
      const renamed = await actor.patch(path, { name: 'Old laptop', version: 1 }, 200);
      assert.equal(renamed.at('version'), 2);
      assert.equal((await actor.patch(path, { name: 'Old laptop' }, 200)).at('version'), 2);
      await actor.patch(path, { name: 'x' }, 409, { 'if-match': '"1"' });
      assert.equal((await actor.get(path, 200)).headers.etag, '"2"');
      await actor.send('DELETE', path, { body: { password: 'wrong harbour 1234' } }).then(is(422));
      await actor.send('DELETE', path, { body: { password: PASSWORD, version: 1 } }).then(is(409));
      await actor.send('DELETE', path, { body: { password: PASSWORD } }).then(is(204));
      await actor.get(path, 404);
      await actor.send('DELETE', path, { body: { password: PASSWORD } }).then(is(404));
      assert.equal((await actor.get('/auth/second-factor', 200)).at('recovery_codes_left'), 0);
      await logIn(member, 200);
    });

    it('are nobody else’s', async () => {
      const [member, other] = [await signUp(service.url), await signUp(service.url)];
      const path = `/auth/passkeys/${(await register(member)).string('id')}`;
      await other.actor.get(path, 404);
      await other.actor.patch(path, { name: 'Mine' }, 404);
      await other.actor.send('DELETE', path, { body: { password: PASSWORD } }).then(is(404));
      assert.equal((await other.actor.get('/auth/passkeys', 200)).at('total'), 0);
    });

    it('are made with the password, once for each challenge, on one authenticator once', async () => {
      const [member, other] = [await signUp(service.url), await signUp(service.url)];
      await member.actor.post('/auth/passkeys/options', { password: 'wrong harbour 1234' }, 422);
      const begun = await optionsFor(member);
      const body = { challenge: begun.string('challenge'), credential: await page.create(begun.at('options')) };
      assert.equal((await other.actor.post('/auth/passkeys', body, 422)).at('detail.errors.0.path'), 'challenge');
      await member.actor.post('/auth/passkeys', body, 201);
      assert.equal((await member.actor.post('/auth/passkeys', body, 422)).at('detail.errors.0.path'), 'challenge');
      const again = await optionsFor(member);
      await assert.rejects(page.create(again.at('options')), /InvalidStateError/);
      const stolen = { challenge: (await optionsFor(other)).string('challenge'), credential: body.credential };
      assert.equal((await other.actor.post('/auth/passkeys', stolen, 422)).at('detail.errors.0.path'), 'credential');
    });

    it('are not made by pages of another origin', async () => {
      const member = await signUp(service.url);
      const begun = await optionsFor(member);
      await page.goTo(FOREIGN);
      const credential = await page.create(begun.at('options'));
      const refusal = await member.actor.post(
        '/auth/passkeys',
        { challenge: begun.string('challenge'), credential },
        422,
      );
      assert.equal(refusal.at('detail.errors.0.path'), 'credential');
    });
  });

  describe('as a second factor', () => {
    const challenged = async (member: Member) => {
      const refusal = await logIn(member, 403);
      assert.equal(refusal.at('detail.code'), 'second_factor_required');
      return { challenge: refusal.string('detail.challenge'), options: refusal.at('detail.passkey'), refusal };
    };
    const finish = (challenge: string, passkey: unknown, status?: number) =>
      nobody.post('/auth/second-factor', { challenge, passkey }, status);

    it('finish a log-in by password, once', async () => {
      const member = await signUp(service.url);
      await register(member);
      const { challenge, options, refusal } = await challenged(member);
      assert.deepEqual(refusal.at('detail.methods'), ['passkey', 'recovery_code']);
      const passkey = await page.get(options);
      const session = await finish(challenge, passkey, 200);
      assert.equal(session.at('user.email'), member.email);
      const actor = new Actor(service.url, session.string('access_token'));
      assert.equal((await actor.get('/auth/second-factor', 200)).at('confirmed'), true);
      assert.equal((await finish(challenge, passkey, 401)).at('detail.code'), 'unauthenticated');
      const next = await challenged(member);
      const replayed = await finish(next.challenge, passkey, 422);
      assert.equal(replayed.at('detail.errors.0.path'), 'passkey');
      await finish(next.challenge, await page.get(next.options), 200);
    });

    it('do so for their own user only', async () => {
      const [member, other] = [await signUp(service.url), await signUp(service.url)];
      await register(member);
      const { challenge, options } = await challenged(member);
      await page.close();
      page = await AuthenticatorPage.open(chromium.browser, home());
      await register(other);
      const theirs = await challenged(other);
      const { allowCredentials } = theirs.options as { allowCredentials: unknown };
      await finish(challenge, await page.get({ ...(options as object), allowCredentials }), 422);
      const passkey = await page.get(theirs.options);
      await finish(challenge, passkey, 422);
      await finish(theirs.challenge, passkey, 200);
    });

    it('are replaced by a recovery code if the authenticator is lost', async () => {
      const member = await signUp(service.url);
      const code = (await register(member)).string('recovery_codes.0');
      const { challenge } = await challenged(member);
      await nobody.post('/auth/second-factor', { challenge, code: '123456' }, 422);
      await nobody.post('/auth/second-factor', { challenge, code }, 200);
    });

    it('are refused as copies once the counter of another has risen', async () => {
      const member = await signUp(service.url);
      await register(member);
      await page.copyWithCounter(100);
      const first = await challenged(member);
      await finish(first.challenge, await page.get(first.options), 200);
      await page.copyWithCounter(5);
      const { challenge, options } = await challenged(member);
      await finish(challenge, await page.get(options), 422);
    });
  });

  describe('as a log-in', () => {
    it('open a session with two factors, without address and password', async () => {
      const member = await signUp(service.url);
      await register(member);
      const session = await open(await sign(), 200);
      assert.equal(session.at('user.email'), member.email);
      const actor = new Actor(service.url, session.string('access_token'));
      assert.equal((await actor.get('/auth/second-factor', 200)).at('confirmed'), true);
      const current = (await actor.get('/auth/sessions?order=-created_at', 200)).list('items')[0];
      assert.equal((current as { method: string }).method, 'passkey');
      const [passkey] = (await actor.get('/auth/passkeys', 200)).each('items', 'last_used_at');
      assert.equal(typeof passkey, 'string');
    });

    it('work once for each challenge, also at once', async () => {
      await register(await signUp(service.url));
      const signed = await sign();
      const responses = await Promise.all(Array.from({ length: 8 }, () => open(signed)));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(7).fill(401)]);
      const { challenge } = await sign();
      await open({ challenge, credential: signed.credential }, 401);
      await open({ challenge: 'cms_chl_made_up', credential: signed.credential }, 401);
    });

    it('need the person, not only the device', async () => {
      await register(await signUp(service.url));
      await page.setVerified(false);
      const begun = await nobody.post('/auth/login/passkey/options', {}, 200);
      await assert.rejects(page.get(begun.at('options')), /NotAllowedError/);
      const relaxed = { ...(begun.at('options') as object), userVerification: 'discouraged' };
      const credential = await page.get(relaxed);
      await open({ challenge: begun.string('challenge'), credential }, 401);
    });

    it('are refused from another origin, for another user, after a change, and once deleted', async () => {
      const member = await signUp(service.url);
      const path = `/auth/passkeys/${(await register(member)).string('id')}`;
      await page.goTo(FOREIGN);
      await open(await sign(), 401);
      await page.goTo(home());
      const signed = await sign();
      const { response } = signed.credential as unknown as { response: Record<string, string> };
      const changed = (values: object) => ({ ...signed.credential, response: { ...response, ...values } });
      const other = Buffer.from('usr_someone_else').toString('base64url');
      await open({ ...signed, credential: changed({ userHandle: other }) }, 401);
      const signature = Buffer.from(response.signature ?? '', 'base64url');
      signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      await open({ ...signed, credential: changed({ signature: signature.toString('base64url') }) }, 401);
      await open({ ...signed, credential: changed({ clientDataJSON: 'not base64url {' }) }, 401);
      await open(signed, 200);
      const late = await sign();
      await member.actor.send('DELETE', path, { body: { password: PASSWORD } }).then(is(204));
      const unknown = await open(late, 401);
      assert.equal(unknown.at('detail.code'), 'unauthenticated');
    });

    it('are refused as copies once the counter of another has risen', async () => {
      await register(await signUp(service.url));
      await page.copyWithCounter(100);
      await open(await sign(), 200);
      await page.copyWithCounter(5);
      await open(await sign(), 401);
    });
  });
});

describeFirstEngine('passkeys of a service at an IP address', (engine) => {
  it('cannot be made, and the response says what to set', async () => {
    // This machine too, but no name that browsers know.
    const env = { HOST: '127.0.0.2' };
    const service = await startService({ engine, env });
    try {
      const { actor } = await signUp(service.url);
      const refusal = await actor.post('/auth/passkeys/options', { password: PASSWORD }, 409);
      assert.match(refusal.string('detail.message'), /LECTERN_PUBLIC_URL/);
      await new Actor(service.url, null).post('/auth/login/passkey/options', {}, 409);
    } finally {
      closeConnections();
      await service.close();
    }
  });
});

/** Fails unless the response has that status. */
function is(status: number): (response: ApiResponse) => ApiResponse {
  return (response) => {
    assert.equal(response.status, status, String(response));
    return response;
  };
}
