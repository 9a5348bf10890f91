/**
 * Spaces, their environments and locales, and the content types in them. Spaces are a lower room: whatever they need from the
 * content above is passed in here.
 */

import { Aliases } from '../branches/aliases/aliases.ts';
import { EnvironmentChanges } from '../branches/environments/environment-changes.ts';
import { EnvironmentCloning, endClone } from '../branches/environments/environment-cloning.ts';
import { EnvironmentRemoval } from '../branches/environments/environment-removal.ts';
import { baseCopy, removeMerging } from '../branches/merging/base-copy.ts';
import { countAssetsWithLocale } from '../content/assets/assets.ts';
import { removalWithSets } from '../content/change-sets/field-removal.ts';
import { removeChangeSets } from '../content/change-sets/removal.ts';
import { storedEntries } from '../content/entries/stored-content.ts';
import { contentKinds } from '../content/kinds/kinds.ts';
import { migrationCopy, removeMigrations } from '../content/migrations/migration-copy.ts';
import { removePreviewLinks } from '../identity/auth/preview-links/removal.ts';
import { ContentTypes } from '../model/content-types/content-types.ts';
import { FieldRemoval } from '../model/content-types/field-removal.ts';
import { Models } from '../model/content-types/models.ts';
import { ModelPush } from '../model/content-types/push/model-push.ts';
import { ModelledContent } from '../model/content-types/space-content.ts';
import type { Environment } from '../model/spaces/environment.ts';
import { Environments } from '../model/spaces/environments.ts';
import { LocaleRules } from '../model/spaces/locale-rules.ts';
import type { RemovalStep, SpaceHoldings } from '../model/spaces/space-content.ts';
import { Spaces } from '../model/spaces/spaces.ts';
import type { MemoryBudget } from '../platform/kit/memory-budget.ts';
import { indexingCopy, removeIndexing } from '../reading/search/indexing.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';

export interface SpaceParts {
  readonly spaces: Spaces;
  readonly environments: Environments;
  readonly environmentChanges: EnvironmentChanges;
  readonly aliases: Aliases;
  readonly locales: LocaleRules;
  readonly models: Models;
  readonly contentTypes: ContentTypes;
  readonly modelPush: ModelPush;
  readonly removal: EnvironmentRemoval;
  readonly cloning: EnvironmentCloning;
  readonly fieldRemoval: FieldRemoval;
}

/**
 * @param above.dispatchEvents runs before a deleted environment's rows are removed or its names change, so that its events so far
 * go to the webhooks that match now
 * @param above.holdings how many keys and webhooks a space has
 * @param above.memory the budget of what is kept of content, models included
 */
export function composeSpaces(
  { database, clock }: Foundation,
  { journal, heads }: JournalParts,
  {
    dispatchEvents,
    holdings,
    memory,
  }: { readonly dispatchEvents: RemovalStep; readonly holdings: SpaceHoldings; readonly memory: MemoryBudget },
): SpaceParts {
  const models = new Models({ database, heads, memory });
  const stored = storedEntries;
  const content = new ModelledContent({ models, stored, assetCount: countAssetsWithLocale });
  const locales = new LocaleRules({ database, journal, content });
  // Kinds that depend on other kinds are removed before them.
  const kindsGo = contentKinds.toReversed().map(({ remove }) => remove);
  const changesGo = [removeChangeSets, removePreviewLinks, removeMigrations];
  const steps = [dispatchEvents, ...changesGo, ...kindsGo, removeMerging, removeIndexing];
  const removal = new EnvironmentRemoval({ database, steps });
  const cloning = new EnvironmentCloning({
    database,
    journal,
    kinds: [...contentKinds.map(({ copy }) => copy), migrationCopy, baseCopy, indexingCopy],
  });
  const environments = new Environments({ database, heads });
  const environmentChanges = new EnvironmentChanges({
    journal,
    environments,
    onDeleted: () => removal.trigger.fire(),
    onCloned: () => cloning.trigger.fire(),
  });
  const onDeleted = (gone: readonly Environment[]) => {
    environments.forget(gone);
    removal.trigger.fire();
  };
  const removeFieldValues = removalWithSets(stored.removeFieldValues);
  const fieldRemoval = new FieldRemoval({ database, stored: { removeFieldValues } });
  const onFieldRemoved = () => fieldRemoval.trigger.fire();
  const contentTypes = new ContentTypes({ database, journal, models, stored, onFieldRemoved });
  return {
    spaces: new Spaces({ database, journal, locales, holdings, endClone, onDeleted }),
    environments,
    environmentChanges,
    aliases: new Aliases({ database, journal, environments, dispatchEvents }),
    locales,
    models,
    contentTypes,
    modelPush: new ModelPush({ database, journal, models, stored, contentTypes, clock }),
    removal,
    cloning,
    fieldRemoval,
  };
}
