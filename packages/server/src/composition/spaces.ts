/**
 * Spaces, their environments and locales, and the content types in them: what everything that holds content lies in.
 * Where spaces need something of the content above them, it is handed over here.
 */
import { countAssetsWithLocale, removeAssets } from '../assets/assets.ts';
import { ContentTypes } from '../content-types/content-types.ts';
import { Models } from '../content-types/models.ts';
import { ModelledContent } from '../content-types/space-content.ts';
import { removeTypes } from '../content-types/type-removal.ts';
import { storedEntries } from '../entries/stored-content.ts';
import { removeIndexing } from '../search/indexing.ts';
import type { Environment } from '../spaces/environment.ts';
import { EnvironmentRemoval } from '../spaces/environment-removal.ts';
import { Environments } from '../spaces/environments.ts';
import { LocaleRules } from '../spaces/locale-rules.ts';
import type { RemovalStep } from '../spaces/space-content.ts';
import { Spaces } from '../spaces/spaces.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';

export interface SpaceParts {
  readonly spaces: Spaces;
  readonly environments: Environments;
  readonly locales: LocaleRules;
  readonly models: Models;
  readonly contentTypes: ContentTypes;
  readonly removal: EnvironmentRemoval;
}

/** @param settle what comes before the rows of a deleted environment go: its last events are still told */
export function composeSpaces(
  { database, onProblem }: Foundation,
  { journal, heads }: JournalParts,
  settle: RemovalStep,
): SpaceParts {
  const models = new Models({ database, heads });
  const stored = storedEntries;
  const content = new ModelledContent({ models, stored, assetCount: countAssetsWithLocale });
  const locales = new LocaleRules({ database, journal, content });
  const steps = [settle, stored.removeEnvironment, removeAssets, removeTypes, removeIndexing];
  const removal = new EnvironmentRemoval({ database, steps, onProblem });
  const environments = new Environments({ database, journal, heads, onDeleted: () => removal.wake() });
  const onDeleted = (gone: readonly Environment[]) => {
    environments.forget(gone);
    removal.wake();
  };
  return {
    spaces: new Spaces({ database, journal, locales, onDeleted }),
    environments,
    locales,
    models,
    contentTypes: new ContentTypes({ database, journal, models, stored }),
    removal,
  };
}
