/**
 * What to say when a provider fails. The errors of the SDK hold prompts, responses and parts of keys: nothing of them but
 * the HTTP status gets into a response or the log.
 */
import { DomainError } from '../../platform/errors/domain-error.ts';

const ADVICE: Readonly<Record<number, string>> = {
  400: 'the model may not support this kind of request, or the text is too long for it',
  401: 'the operator has to check LECTERN_AI_API_KEY',
  403: 'the operator has to check LECTERN_AI_API_KEY',
  404: 'the operator has to check LECTERN_AI_MODEL and LECTERN_AI_BASE_URL',
  429: 'its limit is reached; try again later',
};

/** What can be known of an error of the SDK. */
interface SdkError {
  readonly name?: unknown;
  readonly statusCode?: unknown;
  /** Of the last try. */
  readonly lastError?: SdkError;
}

/** Whether a provider did no work on a call: it refused it, or was not reached. */
export function isRefusal(error: unknown): boolean {
  const { name, statusCode } = lastOf(error);
  return name === 'AI_APICallError' && (typeof statusCode !== 'number' || statusCode >= 400);
}

function lastOf(error: unknown): SdkError {
  const known = (error ?? {}) as SdkError;
  return known.lastError === undefined ? known : lastOf(known.lastError);
}

/** The error for a call that failed with an error of the SDK. */
export function failedCall(error: unknown): DomainError {
  const { statusCode: status } = lastOf(error);
  if (!isRefusal(error))
    return providerError('The response of the AI provider cannot be read, or broke off; try again.');
  if (typeof status !== 'number') return providerError('The AI provider cannot be reached; try again later.');
  return providerError(`The AI provider refused with status ${status}; ${ADVICE[status] ?? 'try again later'}.`);
}

/** An error of the provider, which is logged too. */
export function providerError(message: string, extra: Readonly<Record<string, unknown>> = {}): DomainError {
  const refusal = new DomainError('ai_provider_error', message, extra);
  refusal.cause = message;
  return refusal;
}
