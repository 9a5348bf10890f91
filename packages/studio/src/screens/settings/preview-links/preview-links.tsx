/** Preview links: what each opens, who made it, until when, and how often it was opened. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { previewLinksKey, previewLinksPath } from '../../../api/preview-links.ts';
import type { PreviewLink } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { useNames } from '../../../frame/people.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { EmptyState, Table, Text } from '../../../ui/index.ts';
import { OpenLink } from '../list/open-link.tsx';
import { PagedTable } from '../list/paged-table.tsx';
import { useOpened } from '../list/use-opened.ts';
import { usePagedList } from '../list/use-paged-list.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { LinkDrawer } from './link-drawer.tsx';
import { LinkEnd } from './link-end.tsx';
import { useLinkWords } from './link-words.ts';

const ROWS_A_PAGE = 100;

export function PreviewLinks(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Preview links`}
      about={
        <Trans>
          By these, people without an account see drafts on your site. Make one in the menu of an entry or a release.
        </Trans>
      }
      guide="read-content"
      permission="preview_link.read"
    >
      <LinkTable />
    </SettingsPage>
  );
}

function LinkTable(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const list = usePagedList<PreviewLink>(previewLinksKey(space), previewLinksPath(space, ROWS_A_PAGE));
  const { id, close } = useOpened();
  return (
    <>
      <PagedTable
        list={list}
        headings={[t`What`, t`Made by`, t`Ends`, t`Opened`]}
        row={(link) => <LinkRow key={link.id} link={link} />}
        empty={
          <EmptyState
            title={t`No preview links yet`}
            detail={t`“Share a preview…” in the menu of an entry or a release makes one.`}
          />
        }
      />
      {id !== undefined && <LinkDrawer id={id} onClose={close} />}
    </>
  );
}

function LinkRow({ link }: { readonly link: PreviewLink }): ReactNode {
  const { t } = useLingui();
  const nameOf = useNames();
  const { nameOfLink, kindOfLink } = useLinkWords();
  return (
    <Table.Tr>
      <Table.Td>
        <OpenLink id={link.id}>{nameOfLink(link)}</OpenLink>
        <Text size="xs" c="dimmed">
          {kindOfLink(link)}
        </Text>
      </Table.Td>
      <Table.Td>{nameOf(link.created_by)}</Table.Td>
      <Table.Td>
        <LinkEnd at={link.expires_at} />
      </Table.Td>
      <Table.Td>{link.last_opened_at === null ? t`never` : <Moment at={link.last_opened_at} />}</Table.Td>
    </Table.Tr>
  );
}
