/** Logging in, by password and second factor, as the door and the log-in over ended sessions do it. */
import { api, bodyOf } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { session } from '../api/session.ts';

/** What a log-in led to: in, or a challenge for the second factor, or the provider that the account demands. */
export type LogInStep =
  | { readonly kind: 'in' }
  | { readonly kind: 'second-factor'; readonly challenge: string }
  | { readonly kind: 'sso'; readonly url: string };

/** Logs in by address and password. Throws `ApiProblem` where the server refuses. */
export async function logIn(email: string, password: string): Promise<LogInStep> {
  try {
    session.begin(await bodyOf(api.POST('/auth/login', { body: { email, password, refresh: 'cookie' } })));
    return { kind: 'in' };
  } catch (error) {
    return stepAfter(error);
  }
}

/** Answers the challenge of a second factor with a code of the app, or one for recovery. */
export async function giveSecondFactor(challenge: string, code: string): Promise<void> {
  session.begin(await bodyOf(api.POST('/auth/second-factor', { body: { challenge, code, refresh: 'cookie' } })));
}

/** The next step that a refusal names; any other refusal is thrown again. */
function stepAfter(error: unknown): LogInStep {
  if (error instanceof ApiProblem) {
    const { challenge, sso_url: url } = error.detail;
    if (error.code === 'second_factor_required' && typeof challenge === 'string')
      return { kind: 'second-factor', challenge };
    if (error.code === 'sso_required' && typeof url === 'string') return { kind: 'sso', url };
  }
  throw error;
}
