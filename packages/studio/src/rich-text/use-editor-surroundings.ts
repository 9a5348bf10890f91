/** What the editor is given by the component that it stands in, beside its text. */
import { useLingui } from '@lingui/react/macro';
import { styleNonce } from '../ui/index.ts';
import type { Action } from './actions/actions.ts';
import { slashMenuOf } from './actions/slash.ts';
import type { Grammar } from './document/grammar.ts';
import type { RichTextEditorProps } from './editor-props.ts';
import type { Surroundings } from './extensions.ts';
import { optionId } from './slash-menu.tsx';
import { useWords } from './use-words.ts';

interface EditorParts extends Pick<Surroundings, 'say' | 'editLink' | 'focusToolbar' | 'follow'> {
  /** Id of the element that is written in. */
  readonly textId: string;
  /** Id of the list of the slash menu. */
  readonly listId: string;
  readonly grammar: Grammar;
  readonly actionsFor: (query: string) => readonly Action[];
  readonly choose: (action: Action) => void;
}

export function useEditorSurroundings(props: RichTextEditorProps, parts: EditorParts): Surroundings {
  const { t } = useLingui();
  const words = useWords();
  const { readOnly = false } = props;
  const { textId, listId, grammar, actionsFor, choose, ...others } = parts;
  return {
    ...others,
    readOnly,
    grammar,
    words,
    placeholder: readOnly ? '' : t`Write, or press / for more`,
    styleNonce,
    describe: props.describe,
    canOpen: () => props.open !== undefined,
    open: (link) => props.open?.(link),
    upload: () => props.upload,
    choicesFor: (query) => actionsFor(query).map((action) => ({ id: action.id, choose: () => choose(action) })),
    changed: props.onChange,
    changedLate: (value, last) => props.onLateChange?.(value, last),
    left: () => props.onBlur?.(),
    attributesOf: (state) => {
      const menu = slashMenuOf(state);
      const active = menu === null ? undefined : actionsFor(menu.query)[menu.index];
      return textAttributes(props, textId, active && { listId, active: optionId(listId, active.id) });
    },
  };
}

/** The attributes of the element that is written in, which names the active choice of an open menu. */
function textAttributes(
  { labelledBy, describedBy, isInvalid, locale, direction, readOnly }: RichTextEditorProps,
  id: string,
  menu: { readonly listId: string; readonly active: string } | undefined,
): Record<string, string> {
  const role: Record<string, string> =
    menu === undefined
      ? { role: 'textbox', 'aria-multiline': 'true' }
      : { role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list', 'aria-controls': menu.listId };
  return {
    ...role,
    id,
    lang: locale,
    dir: direction,
    'aria-labelledby': labelledBy,
    ...(menu !== undefined && { 'aria-activedescendant': menu.active }),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    ...(isInvalid === true && { 'aria-invalid': 'true' }),
    ...(readOnly === true && { 'aria-readonly': 'true', tabindex: '0' }),
  };
}
