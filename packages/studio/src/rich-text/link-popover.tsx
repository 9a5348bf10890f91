/** The popover in which a link is made and changed: one field takes an address, or words that entries and files are found by. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { CheckIcon, EntryIcon, ExternalIcon, FileIcon, LinkIcon } from '../ui/icons.ts';
import { ActionIcon, Button, TextInput } from '../ui/index.ts';
import { type LinkTarget, rangeOfLink } from './actions/links.ts';
import type { RichTextLink } from './document/grammar.ts';
import { isTypedTarget, meantAddress } from './document/href.ts';
import type { FindLinks, FoundLink } from './editor-props.ts';
import { useFloating } from './floating.ts';
import type { Describe } from './nodes/cards.ts';
import classes from './rich-text.module.css';
import { useLinkTitle } from './use-link-title.ts';
import { useMarkedRange } from './use-marked-range.ts';

/** Well below the 150 ms after the last key in which results are to be there. */
const PAUSE_MS = 80;
const ICON_PIXELS = 16;

export interface LinkPopoverProps {
  readonly editor: Editor;
  /** The link that is changed; null for a new one. */
  readonly target: LinkTarget | null;
  /** The kinds of link that the field allows, at least one. */
  readonly kinds: readonly LinkTarget['type'][];
  readonly describe: Describe;
  readonly find: FindLinks;
  /** Takes the link, and the words for it where none are selected. */
  readonly apply: (target: LinkTarget, words: string) => void;
  readonly remove: () => void;
  readonly follow: (target: LinkTarget) => void;
  /** @param isDone whether the person goes on in the text, and not elsewhere */
  readonly close: (isDone: boolean) => void;
}

/** What the field can be taken for. */
interface Choice {
  readonly key: string;
  readonly target: LinkTarget;
  readonly title: string;
  readonly detail: string;
}

export function LinkPopover(properties: LinkPopoverProps): ReactNode {
  const { editor, target, describe, remove, follow, close } = properties;
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const title = useLinkTitle(target, describe);
  const [range] = useState(
    () => (editor.state.selection.empty ? rangeOfLink(editor) : undefined) ?? editor.state.selection,
  );
  const choice = useLinkChoice(properties);
  const { choices, listId, active, setActive, take, submit } = choice;
  useFloating(box, editor, range, 'below');
  useMarkedRange(editor, range);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close(true);
    else if (step !== undefined && choices.length > 0) setActive((active + step + choices.length) % choices.length);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      className={classes.linkPopover}
      role="dialog"
      aria-label={target === null ? t`Add link` : t`Change link`}
      onKeyDown={press}
      onBlur={leave}
    >
      <form noValidate onSubmit={submit}>
        <LinkField {...choice} />
        <div id={listId} role="listbox" aria-label={t`What to link to`} className={classes.linkChoices}>
          {choices.map((offered, index) => (
            <ChoiceRow
              key={offered.key}
              choice={offered}
              id={`${listId}-${index}`}
              isActive={index === active}
              take={() => take(offered)}
            />
          ))}
        </div>
        {target !== null && <LinkActions {...{ target, title, follow, remove }} />}
      </form>
    </div>
  );
}

function LinkField({ typed, setTyped, choices, listId, active, problem }: ReturnType<typeof useLinkChoice>): ReactNode {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  return (
    <TextInput
      ref={field}
      role="combobox"
      aria-label={t({ message: 'Address, or words to search for', comment: 'Label of the field of a link' })}
      aria-expanded={choices.length > 0}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={choices[active] && `${listId}-${active}`}
      placeholder={t`Paste an address, or search`}
      value={typed}
      error={problem}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      leftSection={<LinkIcon size={ICON_PIXELS} aria-hidden />}
      rightSection={
        <ActionIcon
          type="submit"
          size={28}
          aria-label={t({ message: 'Apply', comment: 'Takes the link as it is typed' })}
        >
          <CheckIcon size={ICON_PIXELS} />
        </ActionIcon>
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

interface LinkActionsProps extends Pick<LinkPopoverProps, 'follow' | 'remove'> {
  readonly target: LinkTarget;
  readonly title: string;
}

function LinkActions({ target, title, follow, remove }: LinkActionsProps): ReactNode {
  return (
    <div className={classes.linkActions}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        title={title}
        leftSection={<ExternalIcon size={ICON_PIXELS} aria-hidden />}
        onClick={() => follow(target)}
      >
        <Trans comment="Opens what a link leads to">Visit</Trans>
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={remove}>
        <Trans>Remove link</Trans>
      </Button>
    </div>
  );
}

interface ChoiceRowProps {
  readonly choice: Choice;
  readonly id: string;
  readonly isActive: boolean;
  readonly take: () => void;
}

function ChoiceRow({ choice, id, isActive, take }: ChoiceRowProps): ReactNode {
  const Icon = { address: ExternalIcon, entry: EntryIcon, asset: FileIcon }[choice.target.type];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken in the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.choice}
      onMouseDown={(event) => event.preventDefault()}
      onClick={take}
    >
      <Icon size={ICON_PIXELS} aria-hidden />
      <span className={classes.choiceWords}>
        <span className={classes.choiceTitle} dir="auto">
          {choice.title}
        </span>
        <span className={classes.choiceDetail}>{choice.detail}</span>
      </span>
    </div>
  );
}

/** What is typed, and what it can mean; `submit` takes the active choice, or says what is missing. */
function useLinkChoice({ target, kinds, find, apply, close }: LinkPopoverProps) {
  const { t } = useLingui();
  const listId = useId();
  const first = target?.type === 'address' ? target.href : '';
  const [typed, setTypedText] = useState(first);
  const [chosen, setActive] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const address = meantAddress(typed);
  const isAddress = kinds.includes('address') && isTypedTarget(address);
  const found = useFound(typed === first && first !== '' ? null : isAddress ? null : typed.trim(), kinds, find);
  const choices: Choice[] = found.map(({ link, card }) => ({
    key: link.id,
    target: link,
    title: card.title,
    detail: [card.detail, card.status ?? ''].filter((part) => part !== '').join(' · '),
  }));
  if (isAddress && address !== first)
    choices.unshift({ key: 'address', target: { type: 'address', href: address }, title: address, detail: t`Address` });
  // Nobody has asked for what is offered before they type.
  const active = chosen ?? (typed.trim() === '' ? -1 : 0);

  const setTyped = (text: string) => {
    setTypedText(text);
    setActive(null);
    setProblem(null);
  };
  const take = (choice: Choice) => apply(choice.target, choice.target.type === 'address' ? typed.trim() : choice.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // It stands in the page's tree of React inside of other forms.
    event.stopPropagation();
    const choice = choices[active];
    if (choice !== undefined) take(choice);
    else if (target !== null && typed === first) close(true);
    else
      setProblem(
        kinds.includes('address')
          ? t`Give an address such as example.com, /about or ann@example.com, or search for an entry and choose it.`
          : t`Search for what to link to, and choose it.`,
      );
  };
  return { typed, setTyped, choices, listId, active, setActive, problem, take, submit };
}

/** What is found by words, once typing pauses. @param words null where nothing is looked for */
function useFound(words: string | null, kinds: readonly LinkTarget['type'][], find: FindLinks): readonly FoundLink[] {
  const [found, setFound] = useState<{ readonly words: string; readonly links: readonly FoundLink[] } | null>(null);
  const latest = useRef(find);
  latest.current = find;
  const asked = kinds.filter((kind): kind is RichTextLink['type'] => kind !== 'address').join(' ');
  useEffect(() => {
    if (words === null || asked === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      latest.current(words, asked.split(' ') as RichTextLink['type'][], abort.signal).then(
        (links) => !abort.signal.aborted && setFound({ words, links }),
        // An address can still be given.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words, asked]);
  return words !== null && found?.words === words ? found.links : [];
}
