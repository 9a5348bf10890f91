/** What a field allows in its text: nodes, marks, and what can be done with them. */
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { fold } from '../../../contract/src/folded-text.ts';
import { type Action, type Actions, actionsOf } from './actions/actions.ts';
import type { LinkTarget } from './actions/links.ts';
import { type Grammar, grammarOf } from './document/grammar.ts';

interface Allowed {
  /** Another one where anything else is allowed. */
  readonly key: string;
  readonly grammar: Grammar;
  readonly actions: Actions;
  readonly linkKinds: readonly LinkTarget['type'][];
  /** The actions that a query of the slash menu means. */
  readonly actionsFor: (query: string) => readonly Action[];
}

/** The validations of the field; without them, all nodes and marks may be used. */
export function useAllowed(nodes: readonly string[] | undefined, marks: readonly string[] | undefined): Allowed {
  const { i18n } = useLingui();
  const key = JSON.stringify([nodes, marks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds both lists, which may be new ones each time
  const grammar = useMemo(() => grammarOf(nodes, marks), [key]);
  const actions = useMemo(() => actionsOf(grammar), [grammar]);
  const actionsFor = (query: string) => matching(actions, query, ({ label }) => i18n._(label));
  return { key, grammar, actions, linkKinds: linkKinds(grammar.marks), actionsFor };
}

/** The kinds of link that marks allow. */
function linkKinds(marks: ReadonlySet<string>): LinkTarget['type'][] {
  const kinds = [
    ['link', 'address'],
    ['entryLink', 'entry'],
    ['assetLink', 'asset'],
  ] as const;
  return kinds.filter(([mark]) => marks.has(mark)).map(([, kind]) => kind);
}

/** The blocks that a query of the slash menu means, by their name or an alias. */
function matching({ blocks, groups, inserts }: Actions, query: string, nameOf: (action: Action) => string): Action[] {
  const wanted = fold(query);
  return [...blocks, ...groups, ...inserts].filter((action) => {
    const aliases = (action.aliases ?? '').split(' ');
    return fold(nameOf(action)).includes(wanted) || aliases.some((alias) => alias.startsWith(wanted));
  });
}
