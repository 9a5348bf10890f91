/** The menu that `/` opens: where it is open, what is looked for, and which choice is active. Its looks are elsewhere. */
import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Selection, type Transaction } from '@tiptap/pm/state';

const QUERY_CHARACTERS_MAX = 40;
const BEFORE_CARET = new RegExp(`(?:^|\\s)/([^\\s/]{0,${QUERY_CHARACTERS_MAX}})$`);

/** An open menu. */
export interface SlashMenuState {
  /** The position of the slash. */
  readonly from: number;
  readonly query: string;
  /** Which of the choices is active. */
  readonly index: number;
}

/** What can be chosen. */
export interface SlashChoice {
  readonly id: string;
  choose(): void;
}

/** Where the choices come from; they change with the person's language and the place of the caret. */
export interface SlashChoices {
  choicesFor(query: string): readonly SlashChoice[];
}

const key = new PluginKey<SlashMenuState | null>('slash');

/** The menu as it stands; null while it is closed. */
export function slashMenuOf(state: EditorState): SlashMenuState | null {
  return key.getState(state) ?? null;
}

/** The transaction in which the text that opened the menu goes, so that the choice takes its place. */
export function withoutSlash(state: EditorState): Transaction {
  const menu = slashMenuOf(state);
  const transaction = state.tr.setMeta(key, null);
  return menu === null ? transaction : transaction.delete(menu.from, menu.from + 1 + menu.query.length);
}

/** Opens and closes the menu and takes the keys for it while it is open. */
export function slashExtension(choices: SlashChoices): Extension {
  return Extension.create({
    name: 'slash',
    // Enter chooses before it splits a list item.
    priority: 2000,
    addProseMirrorPlugins: () => [
      new Plugin<SlashMenuState | null>({
        key,
        state: { init: () => null, apply: (transaction, menu, _, after) => next(transaction, menu, after) },
        props: {
          handleKeyDown: (view, event) => {
            const menu = slashMenuOf(view.state);
            if (menu === null || event.isComposing) return false;
            const set = (state: SlashMenuState | null) => view.dispatch(view.state.tr.setMeta(key, state));
            return takeKey(event.key, menu, choices.choicesFor(menu.query), set);
          },
          handleDOMEvents: {
            blur: (view) => {
              if (slashMenuOf(view.state) !== null) view.dispatch(view.state.tr.setMeta(key, null));
            },
          },
        },
      }),
    ],
  });
}

function next(
  transaction: Transaction,
  menu: SlashMenuState | null,
  { selection }: EditorState,
): SlashMenuState | null {
  const told: SlashMenuState | null | undefined = transaction.getMeta(key);
  if (told !== undefined) return told;
  if (!transaction.docChanged && !transaction.selectionSet) return menu;
  const found = slashBefore(selection);
  if (found === null) return null;
  if (menu !== null)
    return transaction.mapping.map(menu.from, -1) === found.from
      ? { ...found, index: found.query === menu.query ? menu.index : 0 }
      : null;
  const isTyped =
    transaction.docChanged && transaction.getMeta('addToHistory') !== false && !transaction.getMeta('paste');
  return isTyped && found.query === '' && transaction.before.content.size < transaction.doc.content.size
    ? { ...found, index: 0 }
    : null;
}

function slashBefore({ $from, empty }: Selection): { from: number; query: string } | null {
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code === true) return null;
  const line = $from.parent.textBetween(0, $from.parentOffset, '\uFFFC', '\uFFFC');
  const query = BEFORE_CARET.exec(line)?.[1];
  return query === undefined ? null : { from: $from.pos - query.length - 1, query };
}

function takeKey(
  pressed: string,
  menu: SlashMenuState,
  choices: readonly SlashChoice[],
  set: (state: SlashMenuState | null) => void,
): boolean {
  const move = (by: number) => {
    set({ ...menu, index: (menu.index + by + choices.length) % choices.length });
    return true;
  };
  if (pressed === 'Escape') {
    set(null);
    return true;
  }
  if (choices.length === 0) return false;
  if (pressed === 'ArrowDown') return move(1);
  if (pressed === 'ArrowUp') return move(-1);
  if (pressed !== 'Enter' && pressed !== 'Tab') return false;
  choices[menu.index]?.choose();
  return true;
}
