/** Where what a language model wrote for the open entry is shown: beside its fields, which can be written in meanwhile. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { onDemand } from '../../../ui/index.ts';
import { PartBoundary } from '../part-boundary.tsx';
import { useReadOnly } from '../read-only.tsx';
import type { AssistToolProperties } from './assist-tool.tsx';
import { AssistContext, type Task } from './tasks.ts';
import { useMayAssist } from './use-may-assist.ts';

/** Where it cannot be loaded, an entry is written without it. */
export const AssistTool = onDemand<AssistToolProperties>(async () => {
  try {
    return await (await import('./load-tools.ts')).loadTools();
  } catch {
    return () => null;
  }
});

interface AssistPlaceProperties {
  readonly shownLocales: readonly Locale[];
  /** Shows these locales. */
  onLocales(codes: readonly string[]): void;
  readonly children: ReactNode;
}

export function AssistPlace({ shownLocales, onLocales, children }: AssistPlaceProperties): ReactNode {
  const { draft } = useOpenEntry();
  const isReadOnly = useReadOnly(draft) !== null;
  const mayAssist = useMayAssist() && !isReadOnly;
  const [shown, setShown] = useState<{ readonly task: Task; readonly draft: Draft } | null>(null);
  useEffect(() => {
    if (mayAssist) AssistTool.preload();
  }, [mayAssist]);
  const show = (task: Task) => setShown({ task, draft });
  return (
    <AssistContext value={mayAssist ? show : null}>
      {children}
      {mayAssist && shown?.draft === draft && (
        <PartBoundary>
          <AssistTool
            at="side"
            task={shown.task}
            locales={shownLocales}
            onLocales={onLocales}
            onClose={() => setShown(null)}
          />
        </PartBoundary>
      )}
    </AssistContext>
  );
}
