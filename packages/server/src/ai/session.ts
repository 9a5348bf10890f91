/**
 * One AI operation. All its calls of the model go through here, so that each is limited by the account's tokens, counted, and
 * ended with the request. What the model writes is untrusted data until it has been checked.
 */
import { repairPrompt } from './instructions.ts';
import type { Call, ModelCalls, Prompt, TokenUsage } from './provider/model-calls.ts';
import { providerError } from './provider/provider-error.ts';
import { parseWritten } from './text/written-json.ts';
import type { AiUsage, Place } from './usage/ai-usage.ts';

/** Problems reported to the model and the caller. */
const PROBLEMS_MAX = 20;

/** A JSON value that the model should write. */
export interface JsonTask<T> {
  readonly prompt: Prompt;
  readonly schema: Readonly<Record<string, unknown>>;
  /** What is wrong with a value that fits the schema, in sentences for the model. Empty if the value can be used. */
  readonly problemsOf: (value: T) => readonly string[] | Promise<readonly string[]>;
}

interface SessionParts {
  readonly calls: ModelCalls;
  readonly usage: AiUsage;
  readonly place: Place;
  /** Aborted when nobody is waiting for the result any more. */
  readonly signal: AbortSignal;
}

export class AiSession {
  readonly #parts: SessionParts;
  #inputTokens = 0;
  #outputTokens = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** The tokens of the operation so far. */
  get tokens(): TokenUsage {
    return { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
  }

  /** Yields a text as the model writes it, and returns the whole text. */
  async *text(prompt: Prompt): AsyncGenerator<string, string> {
    const metered = await this.#begin(prompt);
    let text = '';
    try {
      for await (const part of this.#parts.calls.text(metered.call)) {
        text += part;
        yield part;
      }
    } finally {
      await metered.end();
    }
    return text.trim();
  }

  /**
   * A JSON value that fits the schema and has no problems. The model gets one chance to repair it.
   * @throws `ai_provider_error` with the remaining problems
   */
  async json<T>({ prompt, schema, problemsOf }: JsonTask<T>): Promise<T> {
    const first = await this.#written(prompt, schema, problemsOf);
    if ('value' in first) return first.value;
    const second = await this.#written(repairPrompt(prompt, first), schema, problemsOf);
    if ('value' in second) return second.value;
    const message = 'The model wrote something that cannot be used, twice; try again, or use another model.';
    throw providerError(message, { problems: second.problems });
  }

  async #written<T>(
    prompt: Prompt,
    schema: JsonTask<T>['schema'],
    problemsOf: JsonTask<T>['problemsOf'],
  ): Promise<{ value: T } | { text: string; problems: readonly string[] }> {
    const metered = await this.#begin(prompt);
    const text = await this.#parts.calls.json(metered.call, schema).finally(metered.end);
    const value = parseWritten(text);
    if (value === undefined) return { text, problems: ['It is not JSON.'] };
    const misfits = await schemaProblems(schema, value);
    const problems = misfits.length > 0 ? misfits : await problemsOf(value as T);
    return problems.length === 0 ? { value: value as T } : { text, problems: problems.slice(0, PROBLEMS_MAX) };
  }

  async #begin(prompt: Prompt): Promise<{ call: Call; end: () => Promise<void> }> {
    const { usage, place, signal } = this.#parts;
    await usage.requireTokens(place.account_id);
    let spent: TokenUsage | undefined;
    return {
      call: { prompt, signal, onUsage: (tokens) => (spent = tokens) },
      end: async () => {
        if (spent === undefined) return;
        this.#inputTokens += spent.inputTokens;
        this.#outputTokens += spent.outputTokens;
        await usage.spend(place, spent);
      },
    };
  }
}

/** The schema of an object. Strict providers demand that all properties are required, so optional ones can be null instead. */
export function objectSchema(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Loads the schema checker on first use: it would be a twelfth of all modules loaded at startup. */
async function schemaProblems(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<string[]> {
  const { Errors } = await import('typebox/schema');
  const [fits, errors] = Errors(schema, value);
  return fits
    ? []
    : errors.slice(0, PROBLEMS_MAX).map(({ instancePath, message }) => `${instancePath || '/'}: ${message}`);
}
