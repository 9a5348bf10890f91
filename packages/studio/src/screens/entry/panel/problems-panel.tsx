/** What keeps values from being saved and the entry from being published. Each leads to its field. */
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Violation } from '../../../api/problem.ts';
import { readPlan } from '../../../api/publish-plan.ts';
import { nameOfValue } from '../../../fields/name-of-value.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { publishProblems } from '../../../fields/publish-problems.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Alert, Button, Stack, Text, UnstyledButton } from '../../../ui/index.ts';
import styles from '../entry.module.css';
import type { PanelProperties } from './panel-properties.ts';

export function ProblemsPanel({ problems, onProblems, jump }: PanelProperties): ReactNode {
  const { draft } = useOpenEntry();
  const { place, locales } = useSurroundings();
  const refused = useDraft(draft, (now) => now.problems);
  const defaultLocale = locales[0]?.code ?? '';
  const check = useMutation({
    mutationFn: async () => {
      await draft.flush();
      if (draft.entry === null) return;
      const { items } = await readPlan(place, [draft.entry.id], 0);
      const mine = items.find(({ id }) => id === draft.entry?.id);
      onProblems(publishProblems(mine?.problems ?? [], draft, defaultLocale));
    },
  });
  const waiting = problems.filter(({ field, locale, value }) => draft.value(field, locale) === value);
  return (
    <Stack gap="sm">
      <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate()}>
        <Trans>Check whether it can be published</Trans>
      </Button>
      {check.error !== null && <Alert color="red">{check.error.message}</Alert>}
      {check.isSuccess && waiting.length === 0 && refused.length === 0 && (
        <Text size="sm" role="status">
          <Trans>It can be published.</Trans>
        </Text>
      )}
      <ul className={styles.rows}>
        {[...refused, ...waiting].map((problem) => (
          <li key={`${problem.path} ${problem.rule}`}>
            <ProblemLink problem={problem} defaultLocale={defaultLocale} jump={jump} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface ProblemLinkProperties {
  readonly problem: Violation;
  readonly defaultLocale: string;
  jump(field: string, locale: string): void;
}

function ProblemLink({ problem, defaultLocale, jump }: ProblemLinkProperties): ReactNode {
  const { type } = useOpenEntry();
  const [, id = '', locale = defaultLocale] = problem.path.split('.');
  const field = type.fields.find((one) => one.id === id);
  return (
    <UnstyledButton className={styles.version} onClick={() => jump(id, locale)}>
      <span>
        <Text component="span" size="sm" fw={600}>
          {field === undefined ? problem.path : nameOfValue(field, locale)}
        </Text>
        <br />
        <Text component="span" size="sm" c="error">
          {problem.message}
        </Text>
      </span>
    </UnstyledButton>
  );
}
