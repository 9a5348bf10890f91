/** Logging in, by password and second factor, for the log-in screen and for the log-in over a screen whose session ended. */
import { api, bodyOf, reach } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import type { components } from '../api/schema.gen.ts';
import { session } from '../api/session.ts';
import type { SessionTokens } from '../api/types.ts';
import { askForPasskey, type PasskeyOptions } from './passkeys.ts';

type Assertion = components['schemas']['PasskeyAssertion'];

/** What a log-in led to: a session, a challenge for the second factor, or the provider that the account requires. */
export type LogInStep =
  | { readonly kind: 'in' }
  | { readonly kind: 'second-factor'; readonly factor: AskedFactor }
  | { readonly kind: 'sso'; readonly url: string };

/** A second factor that a log-in waits for. */
export interface AskedFactor {
  readonly challenge: string;
  /** What a passkey is asked for with; null where the person has none. */
  readonly passkey: PasskeyOptions | null;
}

/**
 * Logs in by address and password. Throws `ApiProblem` where the server refuses.
 * @param account to be in afterwards; null for the one that the server chooses
 */
export async function logIn(email: string, password: string, account: string | null): Promise<LogInStep> {
  try {
    const tokens = await bodyOf(api.POST('/auth/login', { body: { email, password, refresh: 'cookie' } }));
    return await beginIn(account, tokens);
  } catch (error) {
    return stepAfter(error);
  }
}

/** Answers the challenge of a second factor with a code of the app, or one for recovery. `account` as for `logIn`. */
export async function giveSecondFactor(challenge: string, code: string, account: string | null): Promise<LogInStep> {
  const body = { challenge, code, refresh: 'cookie' } as const;
  return beginIn(account, await bodyOf(api.POST('/auth/second-factor', { body })));
}

/** Answers the challenge of a second factor with a passkey. `account` as for `logIn`. */
export async function giveSecondPasskey(
  challenge: string,
  options: PasskeyOptions,
  account: string | null,
): Promise<LogInStep> {
  const passkey = await askForPasskey<Assertion>(options);
  const body = { challenge, passkey, refresh: 'cookie' } as const;
  return beginIn(account, await bodyOf(api.POST('/auth/second-factor', { body })));
}

/** Logs in by a passkey alone. `account` as for `logIn`. */
export async function logInByPasskey(account: string | null): Promise<LogInStep> {
  const { challenge, options } = await bodyOf(api.POST('/auth/login/passkey/options'));
  const credential = await askForPasskey<Assertion>(options);
  try {
    const body = { challenge, credential, refresh: 'cookie' } as const;
    return await beginIn(account, await bodyOf(api.POST('/auth/login/passkey', { body })));
  } catch (error) {
    return stepAfter(error);
  }
}

/** Begins the session in an account: the server logs in to the one that the person has been in for longest. */
async function beginIn(account: string | null, tokens: SessionTokens): Promise<LogInStep> {
  if (account !== null && tokens.account.id !== account) {
    const response = await switched(tokens, account);
    const body: unknown = await response.json();
    if (response.ok) return begin(body as SessionTokens);
    const { detail } = new ApiProblem(response.status, body);
    if (typeof detail.sso_url === 'string') return { kind: 'sso', url: detail.sso_url };
    // Whoever has lost access to it is logged in to the other one; what they wrote stays on the device.
  }
  return begin(tokens);
}

function begin(tokens: SessionTokens): LogInStep {
  session.begin(tokens);
  return { kind: 'in' };
}

/** Switches the account before anything learns of the session: drafts of the account would be closed otherwise. */
function switched({ access_token: token }: SessionTokens, account: string): Promise<Response> {
  const body = JSON.stringify({ account_id: account, refresh: 'cookie' });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  return reach(new Request('/auth/switch-account', { method: 'POST', headers, body }));
}

/** The next step that a refusal names; any other refusal is thrown again. */
function stepAfter(error: unknown): LogInStep {
  if (error instanceof ApiProblem) {
    const { challenge, passkey, sso_url: url } = error.detail;
    if (error.code === 'second_factor_required' && typeof challenge === 'string')
      return { kind: 'second-factor', factor: { challenge, passkey: (passkey as PasskeyOptions | undefined) ?? null } };
    if (error.code === 'sso_required' && typeof url === 'string') return { kind: 'sso', url };
  }
  throw error;
}
