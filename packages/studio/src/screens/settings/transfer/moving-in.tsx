/** Content of other systems: the command for each, with a key for it, and files of records from anything else. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { usePermission } from '../../../frame/use-place.ts';
import { Anchor, DataTable, RowActions, RowButton, Section, Table } from '../../../ui/index.ts';
import { MoveCommand } from './move-command.tsx';
import { RecordsDrawer, RecordsForm, type RecordsReport } from './records-form.tsx';
import { type Source, sources } from './sources.ts';

type Asked = Source | 'records' | null;

export function MovingIn(): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked>(null);
  const [report, setReport] = useState<RecordsReport | null>(null);
  const close = () => setAsked(null);
  if (!usePermission('content.import')) return null;
  return (
    <Section
      title={t`Move in from another system`}
      about={
        <Trans>
          A command on your computer reads the export of the other system and sends what it makes of it. It first says
          what would be done, and ends with a report of everything that could not be kept.
        </Trans>
      }
    >
      <DataTable headings={[t`System`, t`What you need`]} hasActions>
        {sources.map((source) => (
          <SourceRow key={source.command} source={source} onChoose={() => setAsked(source)} />
        ))}
        <Table.Tr>
          <Table.Td>
            <Trans>Anything else</Trans>
          </Table.Td>
          <Table.Td>
            <Trans>
              A file with{' '}
              <Anchor href="/docs/reference/import" target="_blank" underline="always">
                a record a line
              </Anchor>
            </Trans>
          </Table.Td>
          <Table.Td>
            <RowActions>
              <RowButton onClick={() => setAsked('records')}>
                <Trans>Import records</Trans>
              </RowButton>
            </RowActions>
          </Table.Td>
        </Table.Tr>
      </DataTable>
      {asked === 'records' && <RecordsForm onDone={setReport} onClose={close} />}
      {asked !== null && asked !== 'records' && <MoveCommand source={asked} onClose={close} />}
      {report !== null && <RecordsDrawer report={report} onClose={() => setReport(null)} />}
    </Section>
  );
}

interface SourceRowProperties {
  readonly source: Source;
  readonly onChoose: () => void;
}

function SourceRow({ source: { name, guide, file }, onChoose }: SourceRowProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor href={`/docs/guide/${guide}`} target="_blank" underline="always">
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Trans>Its export, such as {file}, and Node.js on your computer</Trans>
      </Table.Td>
      <Table.Td>
        <RowActions>
          <RowButton onClick={onChoose} aria-label={t`Show the command for ${name}`}>
            <Trans>Show the command</Trans>
          </RowButton>
        </RowActions>
      </Table.Td>
    </Table.Tr>
  );
}
