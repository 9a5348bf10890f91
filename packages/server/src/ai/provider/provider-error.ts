/**
 * Turns failures of a provider into errors. The SDK's errors contain prompts, responses and parts of keys, so only the HTTP
 * status gets into a response or the log.
 */
import { DomainError } from '../../platform/errors/domain-error.ts';

const ADVICE: Readonly<Record<number, string>> = {
  400: 'the model may not support this kind of request, or the text is too long for it',
  401: 'the operator has to check LECTERN_AI_API_KEY',
  403: 'the operator has to check LECTERN_AI_API_KEY',
  404: 'the operator has to check LECTERN_AI_MODEL and LECTERN_AI_BASE_URL',
  429: 'its limit is reached; try again later',
};

/** The parts of an SDK error that are used. */
interface SdkError {
  readonly name?: unknown;
  readonly statusCode?: unknown;
  /** The error of the last attempt. */
  readonly lastError?: SdkError;
}

/** Whether the provider did no work on a call: it refused it, or could not be reached. */
export function isRefusal(error: unknown): boolean {
  const { name, statusCode } = lastOf(error);
  return name === 'AI_APICallError' && (typeof statusCode !== 'number' || statusCode >= 400);
}

function lastOf(error: unknown): SdkError {
  const known = (error ?? {}) as SdkError;
  return known.lastError === undefined ? known : lastOf(known.lastError);
}

/** The domain error for a call that failed with an SDK error. */
export function failedCall(error: unknown): DomainError {
  const { statusCode: status } = lastOf(error);
  if (!isRefusal(error))
    return providerError('The response of the AI provider cannot be read or is incomplete; try again.');
  if (typeof status !== 'number') return providerError('The AI provider cannot be reached; try again later.');
  return providerError(`The AI provider refused with status ${status}; ${ADVICE[status] ?? 'try again later'}.`);
}

/** An error of the provider, which is also logged. */
export function providerError(message: string, extra: Readonly<Record<string, unknown>> = {}): DomainError {
  const refusal = new DomainError('ai_provider_error', message, extra);
  refusal.cause = message;
  return refusal;
}
