/**
 * How every AI operation runs: only if a provider is set up and both account and space allow AI. It takes one of the account's
 * places, which is freed at the end whatever happens, and returns the tokens used along with the result.
 */
import { DomainError } from '../platform/errors/domain-error.ts';
import type { Actor } from '../platform/journal/actor.ts';
import { isoTime } from '../platform/kit/clock.ts';
import type { ModelCalls } from './provider/model-calls.ts';
import type { AiStatus } from './schema.ts';
import { AiSession } from './session.ts';
import type { AiUsage } from './usage/ai-usage.ts';

const RETRY_AFTER_S = 3_600;

/** Who makes the request, and when to stop. */
export interface AiRequest {
  readonly actor: Actor;
  /** Aborted when nobody is waiting for the result any more. */
  readonly signal: AbortSignal;
}

/** What accompanies every result. */
export interface Spent {
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly model: string;
}

/** Yields text as it is written, and returns the result. */
export type Steps<T> = AsyncGenerator<string, T>;

export interface OperationParts {
  /** Null if no provider is set up. */
  readonly calls: ModelCalls | null;
  readonly usage: AiUsage;
  /** Whether AI may be used in an account, and on the content of a space that the actor may see. */
  readonly allows: {
    readonly account: (accountId: string) => Promise<boolean>;
    readonly space: (actor: Actor, spaceId: string) => Promise<boolean>;
  };
}

export class Operations {
  readonly #parts: OperationParts;

  constructor(parts: OperationParts) {
    this.#parts = parts;
  }

  /** The model, and when it last answered, without any secret. */
  status(): AiStatus {
    const { calls } = this.#parts;
    if (calls === null) return { provider: null, model: null, answered_at: null, failed_at: null };
    const { answeredAt, failedAt } = calls.last;
    return {
      provider: calls.provider,
      model: calls.name,
      answered_at: isoTime(answeredAt),
      failed_at: isoTime(failedAt),
    };
  }

  /** @throws `ai_not_configured` */
  requireProvider(): ModelCalls {
    const { calls } = this.#parts;
    if (calls !== null) return calls;
    const message = 'AI helpers are not set up; the operator has to set LECTERN_AI_PROVIDER and LECTERN_AI_MODEL.';
    throw new DomainError('ai_not_configured', message, { retryAfterSeconds: RETRY_AFTER_S });
  }

  /**
   * Runs the work of an operation.
   * @param spaceId the space whose content the operation uses; null if there is none
   * @throws `ai_not_configured`, `insufficient_permission` if AI is off, `api_quota_exceeded`, `plan_limit_reached`
   */
  async *run<T extends object>(
    { actor, signal }: AiRequest,
    spaceId: string | null,
    work: (session: AiSession) => Steps<T> | Promise<T>,
  ): Steps<T & Spent> {
    const calls = this.requireProvider();
    await this.#requireOn(actor, spaceId ?? actor.spaceId);
    const { usage } = this.#parts;
    const place = await usage.enter(actor.accountId);
    try {
      const session = new AiSession({ calls, usage, place, signal });
      const made = work(session);
      const result = made instanceof Promise ? await made : yield* made;
      const { inputTokens, outputTokens } = session.tokens;
      return { ...result, usage: { input_tokens: inputTokens, output_tokens: outputTokens }, model: calls.name };
    } finally {
      await usage.leave(place);
    }
  }

  async #requireOn(actor: Actor, spaceId: string | null): Promise<void> {
    const { allows } = this.#parts;
    if (!(await allows.account(actor.accountId))) throw switchedOff('account');
    if (spaceId !== null && !(await allows.space(actor, spaceId))) throw switchedOff('space');
  }
}

function switchedOff(where: 'account' | 'space'): DomainError {
  const message = `AI helpers are switched off in this ${where}; ask an admin to switch them on.`;
  return new DomainError('insufficient_permission', message, { permission: 'ai.use' });
}
