/** Where work goes on: what is not saved or uploaded yet, my drafts, what waits to be published, and what happened lately. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { meQuery } from '../../api/queries.ts';
import { Uploads } from '../../fields/uploads/uploads.tsx';
import { Screen } from '../../frame/screen.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { LinkAnchor } from '../../ui/index.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { EntryLines } from './entry-line.tsx';
import { Failed } from './failed.tsx';
import { FirstStepsPanel } from './first-steps-panel.tsx';
import styles from './home.module.css';
import { NewEntry } from './new-entry.tsx';
import { Answered, Panel } from './panel.tsx';
import { UnsentEdits } from './unsent-edits.tsx';
import { useEntries } from './use-entries.ts';
import { rememberUse } from './used-types.ts';

const LINES = 6;

export function Home(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const mayWrite = usePermission('entry.create');
  return (
    <Screen title={t`Home`}>
      <UnsentEdits />
      <Uploads />
      <div key={`${place.space}/${place.environment}`} className={styles.home}>
        <div className={styles.column}>
          <MyDrafts />
          <Waiting />
        </div>
        <div className={`${styles.column} ${styles.side}`}>
          {mayWrite && <NewEntry />}
          <FirstStepsPanel />
          <Failed />
          <ActivityPanel />
        </div>
      </div>
    </Screen>
  );
}

function MyDrafts(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const mayWrite = usePermission('entry.create');
  const { user } = useSuspenseQuery(meQuery).data;
  const query = { updated_by: user.id, status: 'draft,changed', order: '-updated_at' };
  const answer = useEntries(query, LINES);
  const { data: entries } = answer;
  useEffect(() => {
    if (entries !== undefined)
      rememberUse(
        entries.map(({ content_type: type }) => type),
        place,
      );
  }, [entries, place]);
  return (
    <Panel title={t`My drafts`} more={<AllOfThem query={query} />}>
      <Answered
        answer={answer}
        lines={LINES}
        empty={
          mayWrite ? (
            <Trans>You have no drafts. Start a new entry, and it is saved here as you type.</Trans>
          ) : (
            <Trans>You have no drafts. With your role you read content, and do not write it.</Trans>
          )
        }
      >
        {(items) => <EntryLines entries={items} />}
      </Answered>
    </Panel>
  );
}

function Waiting(): ReactNode {
  const { t } = useLingui();
  const query = { status: 'draft,changed', order: '-updated_at' };
  const answer = useEntries(query, LINES);
  return (
    <Panel title={t`Waiting to be published`} more={<AllOfThem query={query} />}>
      <Answered answer={answer} lines={LINES} empty={<Trans>Everything is published as it stands.</Trans>}>
        {(items) => <EntryLines entries={items} />}
      </Answered>
    </Panel>
  );
}

/** Leads to the list of entries with the same filter. */
function AllOfThem({ query }: { readonly query: SearchParams }): ReactNode {
  const place = usePlace();
  return (
    <LinkAnchor to="/spaces/$space/$environment/content" params={place} search={query} size="sm">
      <Trans comment="Link: to all entries of the panel">Show all</Trans>
    </LinkAnchor>
  );
}
