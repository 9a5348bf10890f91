/** The parts of the entry screen around one draft. */
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { ContentType, Locale } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { pathOf } from '../../drafts/value-path.ts';
import { formLayout, tabOfField } from '../../fields/form-layout.ts';
import type { PublishProblem } from '../../fields/kept-problems.ts';
import { OpenEntryProvider } from '../../fields/open-entry.tsx';
import { PublishProblems } from '../../fields/publish-problems.ts';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { useKnownModel } from '../../fields/use-known-model.ts';
import { LateSkeleton, onDemand, useDisclosure, useMediaQuery } from '../../ui/index.ts';
import { AssistPlace } from './assist/assist-place.tsx';
import styles from './entry.module.css';
import { EntryForm } from './entry-form.tsx';
import { EntryHead } from './entry-head.tsx';
import { type EntrySearch, LOCALES_MOST } from './entry-search.ts';
import { jumpTo, placeToJump } from './jump.ts';
import { Notices } from './notices.tsx';
import { EntryPanel } from './panel/entry-panel.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PublishDialog } from './publish/publish-dialog-on-demand.ts';
import { NO_PROBLEMS } from './publish/use-publish-summary.ts';
import { useReadOnly } from './read-only.tsx';
import type { EntryNavigation } from './use-entry-navigation.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useFollowedTitle } from './use-followed-title.ts';

const Comparison = lazy(async () => ({ default: (await import('./history/comparison.tsx')).Comparison }));
const PanelDrawer = onDemand(async () => (await import('./panel/panel-drawer.tsx')).PanelDrawer);

const COMPARISON_HEIGHT = 160;
/** Below this width the panel lies over the fields. */
const NARROW = '(max-width: 62em)';

interface EntryEditorProperties {
  readonly draft: Draft;
  readonly type: ContentType;
  readonly search: EntrySearch;
  readonly go: EntryNavigation;
}

export function EntryEditor({ draft, type, search, go }: EntryEditorProperties): ReactNode {
  const { locales, types } = useSurroundings();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const readOnly = useReadOnly(draft) !== null;
  const [problems, setProblems] = useMarkedProblems(draft);
  const [publishing, publish] = useDisclosure(false);
  const shown = shownLocales(search.locales, locales);
  useKnownModel(draft, type, types);
  useFollowedTitle(draft, type);
  useFirstFocus(draft, type, shown[0]?.code);

  function jump(field: string, locale: string, path: string = pathOf(field, locale)): void {
    const to = placeToJump(path, draft, { type, types, locales });
    const tab = tabOfField(formLayout(type), to.field) ?? search.tab;
    const next = { a: undefined, b: undefined, tab, ...(narrow ? { panel: undefined } : {}) };
    go.show(shown.some(({ code }) => code === to.locale) ? next : { ...next, locales: to.locale });
    requestAnimationFrame(() => jumpTo(draft.address.key, to));
  }

  return (
    <OpenEntryProvider value={{ draft, type }}>
      <PublishProblems value={problems}>
        <AssistPlace shownLocales={shown} onLocales={(codes) => go.show({ locales: codes.join(',') })}>
          <div className={styles.screen}>
            <EntryHead shownLocales={shown} go={go} onPublish={publish.open} />
            <div className={styles.middle}>
              <Notices />
              {search.a === undefined || draft.address.release !== undefined ? (
                <PartBoundary>
                  <EntryForm
                    shownLocales={shown}
                    readOnly={readOnly}
                    tab={search.tab}
                    onTab={(tab) => go.show({ tab })}
                    jump={jump}
                  />
                </PartBoundary>
              ) : (
                <PartBoundary>
                  <Suspense fallback={<LateSkeleton height={COMPARISON_HEIGHT} />}>
                    <Comparison from={search.a} to={search.b ?? null} go={go} jump={jump} shownLocales={shown} />
                  </Suspense>
                </PartBoundary>
              )}
            </div>
            <PanelPlace
              narrow={narrow}
              opened={search.panel !== undefined}
              onClose={() => go.show({ panel: undefined })}
            >
              <EntryPanel
                search={search}
                go={go}
                jump={jump}
                shownLocales={shown}
                onProblems={setProblems}
                onPublish={publish.open}
              />
            </PanelPlace>
            {publishing && (
              <PartBoundary>
                <PublishDialog onClose={publish.close} jump={jump} onProblems={setProblems} />
              </PartBoundary>
            )}
          </div>
        </AssistPlace>
      </PublishProblems>
    </OpenEntryProvider>
  );
}

/** The problems that are marked at the fields, and what marks others. Another entry begins without any. */
function useMarkedProblems(draft: Draft) {
  const [marked, setMarked] = useState({ draft, problems: NO_PROBLEMS });
  const mark = useCallback((problems: readonly PublishProblem[]) => setMarked({ draft, problems }), [draft]);
  return [marked.draft === draft ? marked.problems : NO_PROBLEMS, mark] as const;
}

interface PanelPlaceProperties {
  readonly narrow: boolean;
  /** Whether it is shown where it has no room beside the fields. */
  readonly opened: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

/** The panel beside the fields, or over them. */
function PanelPlace({ narrow, opened, children, onClose }: PanelPlaceProperties): ReactNode {
  const panel = <PartBoundary>{children}</PartBoundary>;
  if (narrow)
    return (
      <PanelDrawer opened={opened} onClose={onClose}>
        {panel}
      </PanelDrawer>
    );
  return (
    <aside className={styles.side}>
      <div className={styles.panel}>{panel}</div>
    </aside>
  );
}

/** The locales that the address names, at most three; the default one where it names none that there is. */
function shownLocales(named: string | undefined, locales: readonly Locale[]): readonly Locale[] {
  const codes = named?.split(',') ?? [];
  const shown = locales.filter(({ code }) => codes.includes(code)).slice(0, LOCALES_MOST);
  return shown.length === 0 ? locales.slice(0, 1) : shown;
}
