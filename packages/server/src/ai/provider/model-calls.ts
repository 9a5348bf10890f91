/**
 * Calls the language model: one text as a stream, or one JSON value. Each call ends within a minute and reports the tokens
 * that it used, even if it fails after the provider began to work.
 */
import type { FinishReason, LanguageModelUsage, ModelMessage } from 'ai';
import type { AiSettings } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { systemClock } from '../../platform/kit/clock.ts';
import { type LoadedModel, loadModel } from './load-model.ts';
import { failedCall, isRefusal, providerError } from './provider-error.ts';

/** The longest call, including its retry. */
export const CALL_MAX_MS = 60_000;
/** Every current model can write this much at once. */
const OUTPUT_TOKENS_MAX = 8_192;
/** Several times what `OUTPUT_TOKENS_MAX` amounts to. A model that writes more does not follow its instructions. */
const OUTPUT_CHARACTERS_MAX = 200_000;
/** Retries if the provider is busy or fails. */
const RETRIES_MAX = 1;
/** More than any model can read and write in one call. A provider that reports more is not believed. */
const TOKENS_OF_CALL_MAX = 4_000_000;
/** A rough estimate, for providers that do not report tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** The input of the model. */
export interface Prompt {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
}

/** Tokens of one or more calls. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A call in progress. */
export interface Call {
  readonly prompt: Prompt;
  /** Aborted when nobody is waiting for the result any more. */
  readonly signal: AbortSignal;
  /** Called once with the tokens of the call, unless it used none. */
  readonly onUsage: (usage: TokenUsage) => void;
}

export class ModelCalls {
  readonly #settings: AiSettings;
  readonly #callMaxMs: number;
  #loaded: Promise<LoadedModel> | undefined;
  #answeredAt: number | null = null;
  #failedAt: number | null = null;

  constructor(settings: AiSettings, { callMaxMs = CALL_MAX_MS } = {}) {
    this.#settings = settings;
    this.#callMaxMs = callMaxMs;
  }

  get name(): string {
    return this.#settings.model;
  }

  get provider(): AiSettings['provider'] {
    return this.#settings.provider;
  }

  /** When this process last got a result, and when it last got none, in milliseconds since the epoch; null if never. */
  get last(): { readonly answeredAt: number | null; readonly failedAt: number | null } {
    return { answeredAt: this.#answeredAt, failedAt: this.#failedAt };
  }

  /** Yields a text as the model writes it. @throws `ai_provider_error` if it ends before it is complete */
  async *text(call: Call): AsyncGenerator<string, void> {
    const { sdk, model } = await this.#load();
    const limit = this.#limit(call);
    let written = '';
    let end: Pick<Written, 'usage' | 'finishReason'> | undefined;
    let wasRefused = false;
    try {
      const { stream } = sdk.streamText({ ...optionsOf(call.prompt), model, abortSignal: limit, onError: () => {} });
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'abort') throw limit.reason;
        if (part.type === 'finish') end = { usage: part.totalUsage, finishReason: part.finishReason };
        if (part.type !== 'text-delta') continue;
        written += part.text;
        if (written.length > OUTPUT_CHARACTERS_MAX) throw new Error('The text is too long.');
        yield part.text;
      }
    } catch (error) {
      wasRefused = isRefusal(error);
      throw this.#failed(error, limit, call);
    } finally {
      if (!wasRefused) call.onUsage(usageOf({ ...end, text: written }, call.prompt));
    }
    this.#answeredAt = systemClock();
    requireComplete({ ...end, text: written });
  }

  /**
   * Asks for a JSON value of the schema, and returns the text that the model wrote. It may be anything.
   * @throws `ai_provider_error` if the call fails, or its result is incomplete or empty
   */
  async json(call: Call, schema: Readonly<Record<string, unknown>>): Promise<string> {
    const { sdk, model } = await this.#load();
    const limit = this.#limit(call);
    const output = sdk.Output.object({ schema: sdk.jsonSchema(schema) });
    let written: Written;
    try {
      written = await sdk.generateText({ ...optionsOf(call.prompt), model, abortSignal: limit, output });
    } catch (error) {
      if (!sdk.NoObjectGeneratedError.isInstance(error)) {
        if (!isRefusal(error)) call.onUsage(usageOf({}, call.prompt));
        throw this.#failed(error, limit, call);
      }
      written = error;
    }
    call.onUsage(usageOf(written, call.prompt));
    this.#answeredAt = systemClock();
    requireComplete(written);
    return written.text ?? '';
  }

  #load(): Promise<LoadedModel> {
    this.#loaded ??= loadModel(this.#settings);
    return this.#loaded;
  }

  #limit({ signal }: Call): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#callMaxMs)]);
  }

  #failed(error: unknown, limit: AbortSignal, { signal }: Call): DomainError {
    if (signal.aborted) return new DomainError('ai_provider_error', 'The request was cancelled.');
    this.#failedAt = systemClock();
    if (!limit.aborted) return failedCall(error);
    const seconds = this.#callMaxMs / 1_000;
    return providerError(`The AI provider took longer than ${seconds} seconds; try again, or send less text.`);
  }
}

/** The result of a call, which may be incomplete. */
interface Written {
  readonly text?: string | undefined;
  readonly usage?: LanguageModelUsage | undefined;
  readonly finishReason?: FinishReason | undefined;
}

function optionsOf({ instructions, messages }: Prompt) {
  return { instructions, messages: [...messages], maxOutputTokens: OUTPUT_TOKENS_MAX, maxRetries: RETRIES_MAX };
}

/** The tokens that the provider reports; an estimate if it reports none, or more than a call can use. */
function usageOf({ usage, text = '' }: Written, { instructions, messages }: Prompt): TokenUsage {
  const asked = messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('');
  return {
    inputTokens: tokensOf(usage?.inputTokens, instructions.length + asked.length),
    outputTokens: tokensOf(usage?.outputTokens, text.length),
  };
}

function tokensOf(reported: number | undefined, characters: number): number {
  const isPossible = Number.isInteger(reported) && Number(reported) >= 0 && Number(reported) <= TOKENS_OF_CALL_MAX;
  return isPossible ? Number(reported) : Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** @throws `ai_provider_error` if the text is incomplete or missing */
function requireComplete({ finishReason, text = '' }: Written): void {
  if (finishReason === 'length')
    throw providerError('The model reached its limit of tokens before it was done; ask for less at once.');
  if (finishReason === 'content-filter') throw providerError('The AI provider declined to work on this content.');
  if (finishReason !== 'stop' && finishReason !== 'other')
    throw providerError('The AI provider ended its response early; try again.');
  if (text.length > OUTPUT_CHARACTERS_MAX) throw failedCall(undefined);
  if (text.trim() === '') throw providerError('The model wrote nothing; try again, or word the request differently.');
}
