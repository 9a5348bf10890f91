/** AI helpers: the content they work on, the model they call, and how much of it an account may use. */
import { Ai } from '../ai/ai.ts';
import { AiContent } from '../ai/content.ts';
import { EntryTranslation } from '../ai/entry-translation.ts';
import { Operations } from '../ai/operations.ts';
import { ModelCalls } from '../ai/provider/model-calls.ts';
import type { AiRouteParts } from '../ai/routes.ts';
import { AI_TOKENS_METRIC, AiUsage } from '../ai/usage/ai-usage.ts';
import { AssetImages } from '../content/assets/asset-image.ts';
import type { Identity } from '../identity/identity.ts';
import type { WritingParts } from './entries.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { MediaParts } from './media.ts';
import type { SpaceParts } from './spaces.ts';

interface AiUsers {
  readonly identity: Pick<Identity, 'accounts'>;
  readonly writing: WritingParts;
  readonly media: MediaParts;
}

export function composeAi(
  { config, database, clock }: Foundation,
  { journal, subscriptions }: JournalParts,
  { spaces, environments, models }: SpaceParts,
  { identity: { accounts }, writing, media }: AiUsers,
): { readonly routes: AiRouteParts; readonly usage: AiUsage } {
  const usage = new AiUsage({
    database,
    clock,
    ceilingOf: (accountId) => subscriptions.limitOf(database.reader, accountId, AI_TOKENS_METRIC),
  });
  const operations = new Operations({
    calls: config.ai === null ? null : new ModelCalls(config.ai),
    usage,
    allows: {
      account: (accountId) => accounts.allowsAi(accountId),
      space: async (actor, spaceId) => (await spaces.find(actor, spaceId)).ai === 'on',
    },
  });
  const { entries } = writing.entries;
  const content = new AiContent({ entries, environments, models });
  const { files, images } = media.files;
  const assetImages = new AssetImages({ database, media: media.library.media, models, files, images });
  const routes = {
    ai: new Ai({ operations, content, images: assetImages }),
    translation: new EntryTranslation({ journal, operations, content, entries }),
  };
  return { routes, usage };
}
