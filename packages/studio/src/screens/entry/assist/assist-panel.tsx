/**
 * What a language model is asked, writes and has written, beside the fields of the entry. It takes nothing from whoever writes
 * on: the fields stay as they are until a person accepts what is shown here.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Field, Locale } from '../../../api/types.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { controlId } from '../../../fields/place-of-value.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useCloseQuestion } from '../../../frame/use-close-question.ts';
import { AssistIcon, CloseIcon } from '../../../ui/icons.ts';
import { ActionIcon, Button, Group, Loader, Text, Title } from '../../../ui/index.ts';
import { LOCALES_MOST } from '../entry-search.ts';
import { AskForm } from './ask-forms.tsx';
import { rewrite, summarize } from './asks.ts';
import styles from './assist.module.css';
import { useManners } from './manners.ts';
import { Proposals } from './proposals.tsx';
import type { Ask, Target, Task } from './tasks.ts';
import { useWriting, type Writing } from './use-writing.ts';

/** A menu gives the focus back to its button 10 ms after something was chosen in it. */
const AFTER_MENU_MS = 50;

export interface AssistPanelProperties {
  readonly task: Task;
  /** Those that are shown. */
  readonly locales: readonly Locale[];
  onLocales(codes: readonly string[]): void;
  onClose(): void;
}

export function AssistPanel({ task, locales, onLocales, onClose }: AssistPanelProperties): ReactNode {
  const mayClose = useCloseQuestion();
  const titleId = useId();
  const { writing, run, again, stop, reset } = useWriting();
  /** The fields that the person was asked about. */
  const [considered, setConsidered] = useState<readonly Field[]>([]);
  const atOnce = useAskAtOnce(task);
  const { panel, leave } = useFocus(task, writing.status, onClose);
  const target = 'target' in task ? task.target : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; another task has another panel, by its key
  useEffect(() => {
    if (atOnce !== null) run(atOnce);
    return () => target?.part?.end();
  }, []);
  const ask = (asked: Ask, fields: readonly Field[]) => {
    setConsidered(fields);
    run(asked);
  };
  const close = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.stopPropagation();
    // A list that is open in it closes alone.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return;
    const typed = event.currentTarget.querySelector('textarea')?.value ?? '';
    if (mayClose(typed.trim() !== '')) leave();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-labelledby={titleId}
      className={styles.panel}
      onKeyDown={close}
    >
      <PanelHead task={task} titleId={titleId} onClose={leave} />
      <div hidden={writing.status !== 'asking'}>
        {atOnce === null && <AskForm task={task} locales={locales} onAsk={ask} />}
      </div>
      <div role="status" className={styles.state}>
        <State writing={writing} isRich={target?.part != null} />
      </div>
      {writing.status === 'failed' && <Problem error={writing.error} />}
      {writing.status === 'written' && (
        <Proposals
          key={writing.proposals.map(({ written }) => JSON.stringify(written)).join()}
          proposals={writing.proposals}
          considered={considered}
          onUsed={(codes) => {
            if (codes.some((code) => !locales.some((shown) => shown.code === code)))
              onLocales(withLocales(locales, codes));
            onClose();
          }}
          onAgain={again}
        />
      )}
      <Steps status={writing.status} onStop={stop} onAgain={again} onChange={atOnce === null ? reset : null} />
    </section>
  );
}

interface PanelHeadProperties {
  readonly task: Task;
  readonly titleId: string;
  onClose(): void;
}

function PanelHead({ task, titleId, onClose }: PanelHeadProperties): ReactNode {
  const { t } = useLingui();
  return (
    <div className={styles.head}>
      <AssistIcon size={16} aria-hidden />
      <div className={styles.title}>
        <Title order={2} size="h5" id={titleId}>
          <TaskTitle task={task} />
        </Title>
        {'target' in task && <TargetWords target={task.target} />}
      </div>
      <ActionIcon size={24} aria-label={t`Close`} onClick={onClose}>
        <CloseIcon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface StepsProperties {
  readonly status: Writing['status'];
  onStop(): void;
  onAgain(): void;
  /** Null where the person was not asked for anything. */
  readonly onChange: (() => void) | null;
}

/** What can be done while the model writes, and where it has not written. */
function Steps({ status, onStop, onAgain, onChange }: StepsProperties): ReactNode {
  if (status === 'asking' || status === 'written') return null;
  return (
    <Group justify="flex-end" gap="xs">
      {status === 'writing' ? (
        <Button size="xs" variant="default" onClick={onStop}>
          <Trans comment="Ends what a language model is writing">Stop</Trans>
        </Button>
      ) : (
        <>
          {onChange !== null && (
            <Button size="xs" variant="default" onClick={onChange}>
              <Trans comment="Goes back to what was asked of a language model">Change the request</Trans>
            </Button>
          )}
          <Button size="xs" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
    </Group>
  );
}

/** The locales that are shown, with those that something was put into: in the place of the last ones where there is no room. */
function withLocales(shown: readonly Locale[], put: readonly string[]): readonly string[] {
  const codes = shown.map(({ code }) => code);
  const missing = [...new Set(put)].filter((code) => !codes.includes(code));
  return [...codes.slice(0, LOCALES_MOST - missing.length), ...missing];
}

/** What is asked without a question to the person; null where they are asked first. */
function useAskAtOnce(task: Task): Ask | null {
  const { t } = useLingui();
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const asked = { draft, type, locales };
  if (task.kind === 'rewrite' && task.manner !== 'told') return rewrite(task.target, task.manner, '');
  if (task.kind !== 'summarize') return null;
  return summarize(
    asked,
    task.target,
    t`The entry is not saved yet, so the model cannot read it. Try again once it says Saved.`,
  );
}

/** Takes the focus, keeps it where a button that was pressed goes, and gives it back to where the person was. */
function useFocus(task: Task, status: Writing['status'], onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const timer = setTimeout(() => focusIn(panel.current), AFTER_MENU_MS);
    return () => clearTimeout(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each status has other buttons, and the focus may have been on one that has gone
  useEffect(() => {
    if (document.activeElement === document.body) focusIn(panel.current);
  }, [status]);
  const leave = () => {
    onClose();
    const id = 'target' in task ? controlId(task.target.level.key, task.target.field.id, task.target.locale) : null;
    const control = id === null ? null : document.getElementById(id);
    const input = control?.matches('input, textarea') ? control : control?.querySelector('[contenteditable="true"]');
    const back = input ?? opener.current;
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  return { panel, leave };
}

function focusIn(panel: HTMLElement | null): void {
  const first = panel?.querySelector<HTMLElement>('textarea, input');
  (first?.checkVisibility() ? first : panel)?.focus({ preventScroll: true });
}

function State({ writing, isRich }: { readonly writing: Writing; readonly isRich: boolean }): ReactNode {
  if (writing.status === 'stopped')
    return (
      <Text size="sm">
        <Trans>Stopped. Nothing was changed.</Trans>
      </Text>
    );
  if (writing.status !== 'writing') return null;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Loader size={14} aria-hidden />
        <Text size="sm" c="dimmed">
          <Trans>The model is writing. You can write on meanwhile.</Trans>
        </Text>
      </Group>
      {writing.text !== '' && (
        <div className={styles.streamed} dir="auto" aria-hidden>
          {isRich ? withoutTags(writing.text) : writing.text}
        </div>
      )}
    </>
  );
}

function TaskTitle({ task }: { readonly task: Task }): ReactNode {
  const { t } = useLingui();
  const manners = useManners();
  if (task.kind === 'rewrite')
    return manners.find(({ manner }) => manner === task.manner)?.words.replace(/\s*…$/, '') ?? null;
  return {
    write: t`Write with AI`,
    summarize: t`Summarize the entry`,
    'write-entry': t`Write the entry with AI`,
    translate: t`Translate`,
    seo: t`Title and description for search engines`,
  }[task.kind];
}

function TargetWords({ target: { field, locale, part } }: { readonly target: Target }): ReactNode {
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const parts = [
    field.name,
    field.localized && locales.length > 1 ? locale : null,
    part !== null && !part.isWhole ? t`Selected words` : null,
  ];
  return (
    <Text size="xs" c="dimmed">
      {parts.filter((word) => word !== null).join(' · ')}
    </Text>
  );
}

/** HTML or Markdown on its way, as words. */
function withoutTags(text: string): string {
  const lines = text.replaceAll(/<\/(?:p|h\d|li|tr|blockquote)>|<br>/g, '\n').replace(/<[^>]*$/, '');
  return new DOMParser().parseFromString(lines, 'text/html').body.textContent?.trim() ?? '';
}
