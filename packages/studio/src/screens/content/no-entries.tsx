/** What stands where a list has no entry: why, and the next step. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { Button, EmptyState, LinkButton } from '../../ui/index.ts';
import { apiQueryOf } from './entry-query.ts';
import { NewEntryButton } from './new-entry-button.tsx';

interface NoEntriesProperties {
  readonly search: SearchParams;
  /** Undefined where entries of all types are listed. */
  readonly type: ContentType | undefined;
}

export function NoEntries({ search, type }: NoEntriesProperties): ReactNode {
  const { t } = useLingui();
  const types = useContentTypes();
  const place = usePlace();
  const mayWrite = usePermission('entry.create');
  const mayModel = usePermission('content_type.manage');
  if (types.length === 0)
    return (
      <EmptyState
        title={t`No content types yet`}
        detail={
          mayModel
            ? t`A content type says which fields its entries have.`
            : t`Ask a developer of this account to create the first content type.`
        }
      >
        {mayModel && (
          <LinkButton to="/spaces/$space/$environment/model" params={place}>
            <Trans>Go to Model</Trans>
          </LinkButton>
        )}
      </EmptyState>
    );
  if (isNarrowed(search)) return <NothingFound search={search} />;
  const name = type?.name;
  return (
    <EmptyState title={name === undefined ? t`No entries yet` : t`No entries of the type ${name} yet`}>
      {mayWrite && <NewEntryButton types={type === undefined ? types : [type]} />}
    </EmptyState>
  );
}

function NothingFound({ search }: { readonly search: SearchParams }): ReactNode {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = search.q;
  const showAll = () => void navigate({ to: '.', search: keptOf(search) as never, replace: true });
  return (
    <EmptyState title={words === undefined ? t`No entries match these filters` : t`No results for "${words}"`}>
      <Button variant="default" onClick={showAll}>
        <Trans>Clear filters</Trans>
      </Button>
    </EmptyState>
  );
}

function isNarrowed(search: SearchParams): boolean {
  return Object.keys(apiQueryOf(search)).some((name) => name !== 'order' && name !== 'content_type');
}

/** What stays when filters are dropped. */
function keptOf(search: SearchParams): SearchParams {
  const kept = ['content_type', 'order', 'columns', 'as'];
  return Object.fromEntries(Object.entries(search).filter(([name]) => kept.includes(name)));
}
