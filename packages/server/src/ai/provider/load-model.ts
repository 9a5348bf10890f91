/**
 * Loads the AI SDK and the client of the configured provider on the first request that needs them. They take 40 MB and
 * a fifth of a second, which an installation without AI never pays. Environment variables of the SDK have no effect.
 */
import type { LanguageModel } from 'ai';
import type { AiSettings } from '../../platform/config/config.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** A provider's model, and the SDK that calls it. */
export interface LoadedModel {
  readonly sdk: typeof import('ai');
  readonly model: LanguageModel;
}

export async function loadModel(settings: AiSettings): Promise<LoadedModel> {
  const model = await loaders[settings.provider](settings);
  const sdk = await import('ai');
  // The SDK's warnings would go to the console, bypassing the log and its rules.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return { sdk, model };
}

const loaders: Readonly<Record<AiSettings['provider'], (settings: AiSettings) => Promise<LanguageModel>>> = {
  openai: async (settings) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // The provider does not store chat completions, unlike responses of the Responses API.
    return createOpenAI(accessOf(settings, 'https://api.openai.com/v1')).chat(settings.model);
  },
  anthropic: async (settings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(accessOf(settings, 'https://api.anthropic.com/v1'))(settings.model);
  },
  google: async (settings) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI(accessOf(settings, 'https://generativelanguage.googleapis.com/v1beta'))(
      settings.model,
    );
  },
  'openai-compatible': async (settings) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const options = { name: 'openai-compatible', includeUsage: true, supportsStructuredOutputs: true };
    return createOpenAICompatible({ ...options, ...accessOf(settings, '') }).chatModel(settings.model);
  },
};

function accessOf({ apiKey, baseUrl }: AiSettings, url: string) {
  return { baseURL: baseUrl ?? url, fetch: boundedFetch, ...(apiKey === null ? {} : { apiKey }) };
}
