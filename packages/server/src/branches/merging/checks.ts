/**
 * Finds what the entry rules would reject in a planned merge, before anything is written: invalid values, unmet requirements for
 * publishing, and slugs and unique values that two entries would share.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { MergedColumns } from '../../content/assets/asset-values.ts';
import { missingSlug } from '../../content/entries/draft.ts';
import { checkedLinks, linkViolations, readTargets } from '../../content/entries/links/link-targets.ts';
import { publishedAfter } from '../../content/entries/transitions.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { Model } from '../../model/content-types/model.ts';
import { checkRequired, validateDocument } from '../../model/fields/document/checks.ts';
import type { DocumentLink } from '../../model/fields/document/views.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isFull } from '../../platform/errors/domain-error.ts';
import { WorkPace } from '../../platform/kit/pace.ts';
import { addClaimConflicts } from './claims.ts';
import { mergedStates } from './merged-states.ts';
import type { PartOrder } from './parts.ts';
import type { CheckedEntry, MergePlan } from './plan.ts';
import type { Decisions } from './planning/decisions.ts';
import { keptAfter } from './states.ts';

/** Maximum event-loop time for checking one merge. */
const CHECK_MAX_MS = 10_000;

/** Finds errors, and conflicts, which are added to the decisions. @returns what restricts the order of entries */
export async function checkPlanned(
  reader: Reader,
  plan: Pick<MergePlan, 'relation' | 'types' | 'entries' | 'values' | 'shapes'>,
  { decisions, errors }: { decisions: Decisions; errors: Violation[] },
): Promise<Pick<PartOrder, 'exchanges' | 'needs'>> {
  const model = modelAfter(plan);
  const entries = checkedEntries(plan, model);
  const exchanges = await addClaimConflicts(reader, plan, { model, entries, decisions });
  const targets = await targetsAfter(reader, plan, { model, entries });
  const order = { exchanges, needs: needsOf(plan, { model, entries }) };
  const pace = new WorkPace(CHECK_MAX_MS);
  for (const { planned, type, draft, publishes } of entries) {
    if (isFull(errors)) return order;
    const found = publishes === null ? [] : await violationsOf({ type, document: publishes }, true);
    const isChecked = draft === publishes || draft === planned.target?.draft;
    const ofDraft = isChecked ? [] : await violationsOf({ type, document: draft }, false);
    const isNew = ({ path, rule }: Violation) => !found.some((known) => known.path === path && known.rule === rule);
    for (const one of [...found, ...ofDraft.filter(isNew)])
      errors.push({ ...one, path: `entries.${planned.key}.${one.path}` });
    await pace.restIfDue();
  }
  return order;

  async function violationsOf({ type, document }: { type: ContentType; document: Document }, isPublished: boolean) {
    const view = { ...model.readingOf(type), document };
    return [
      ...(await validateDocument(view, pace)),
      ...(isPublished ? checkRequired(view) : []),
      ...linkViolations(checkedLinks({ type, model }, document, isPublished), targets, isPublished),
      ...(isPublished ? missingSlug({ type, model }, document) : []),
    ];
  }
}

/** The target's model after the merge. New types have numbers that are valid only within the plan. */
function modelAfter({ relation, types }: Pick<MergePlan, 'relation' | 'types'>): Model {
  const { environment, spaceId, code, ownCode, codes, revision, locales } = relation.target.model;
  const planned = [...types.values()].map((type) => type.planned).filter((type) => type !== undefined);
  return new Model({ environment, spaceId, code, ownCode, codes, revision, locales, types: planned });
}

function checkedEntries({ types, entries }: Pick<MergePlan, 'types' | 'entries'>, model: Model): CheckedEntry[] {
  const mergedOf = (apiId: string) => types.get(apiId)?.outcome.type;
  return entries.flatMap((planned) => {
    const { outcome, target } = planned;
    const type = model.typeByApiId(planned.type);
    if (outcome.action === 'delete' || type === undefined || mergedOf(planned.type) === undefined) return [];
    const after = mergedStates(target, outcome, { type, model, mergedOf });
    const { draft, status } = after;
    const publishes = status === 'published' ? draft : (after.published ?? null);
    return [{ planned, type, draft, publishes, published: publishedAfter(target ?? null, after) }];
  });
}

/** The new entries that entries link to once they are published, by key. */
function needsOf(
  plan: Pick<MergePlan, 'entries'>,
  { model, entries }: { model: Model; entries: readonly CheckedEntry[] },
): Map<string, string[]> {
  const created = new Set(plan.entries.filter(({ outcome }) => outcome.action === 'create').map(({ key }) => key));
  const needs = new Map<string, string[]>();
  for (const { planned, type, publishes } of entries) {
    if (publishes === null) continue;
    const links = checkedLinks({ type, model }, publishes, true);
    const keys = links.filter(({ link }) => link.kind === 'entry' && created.has(link.key)).map(({ link }) => link.key);
    if (keys.length > 0) needs.set(planned.key, keys);
  }
  return needs;
}

/** The targets of links as they will be after the merge. */
async function targetsAfter(
  reader: Reader,
  { relation, entries, values }: Pick<MergePlan, 'relation' | 'entries' | 'values'>,
  after: { model: Model; entries: readonly CheckedEntry[] },
) {
  const { model } = after;
  const links = after.entries.flatMap(({ type, draft, publishes }): DocumentLink[] => [
    ...checkedLinks({ type, model }, draft, false),
    ...(publishes === null ? [] : checkedLinks({ type, model }, publishes, true)),
  ]);
  const targets = await readTargets(reader, { environment: relation.target.environment, model }, links);
  for (const { key, type, outcome } of entries) {
    if (outcome.action === 'delete') targets.entries.delete(key);
    else targets.entries.set(key, type);
  }
  for (const { kind, key, outcome, target } of values) {
    if (kind.name !== 'asset') continue;
    if (outcome.action === 'delete') targets.assets.delete(key);
    else targets.assets.set(key, keptAfter(kind, target, outcome.values) as MergedColumns);
  }
  return targets;
}
