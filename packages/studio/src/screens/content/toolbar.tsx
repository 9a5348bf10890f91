/** Search, filters and columns of the content list. Each writes into the address, which is what the list shows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ContentType } from '../../api/types.ts';
import { TypeChoice } from '../../fields/type-choice.tsx';
import { SearchField } from '../../frame/search-field.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { useContentTypes } from '../../frame/use-place.ts';
import { CardsIcon, ChevronDownIcon, ColumnsIcon } from '../../ui/icons.ts';
import { Button, Group, onDemand, Popover, useNarrow } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import type { ColumnsProperties } from './columns-dropdown.tsx';
import { FilterButton } from './filters.tsx';
import { keepListForm, type ListForm } from './list-form.ts';

const ColumnsDropdown = onDemand(async () => (await import('./columns-dropdown.tsx')).ColumnsDropdown);
const ListChoices = onDemand(async () => (await import('./list-choices.tsx')).ListChoices);
const OrderSelect = onDemand(async () => (await import('./order-select.tsx')).OrderSelect);

const ICON_SIZE = 16;

interface ToolbarProperties {
  readonly search: SearchParams;
  readonly type: ContentType | undefined;
  readonly columns: readonly ColumnName[];
  readonly form: ListForm;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

export function Toolbar({ columns, ...given }: ToolbarProperties): ReactNode {
  const { t } = useLingui();
  const { search, type, change } = given;
  const narrow = useNarrow();
  // Another type has other fields, so what was asked of this one's goes.
  const chooseType = (name: string | undefined) => change({ ...fieldsDropped(search), content_type: name });
  const show = (as: ListForm) => {
    keepListForm(type, as);
    change({ as });
  };
  return (
    <Group gap="xs" wrap={narrow ? 'nowrap' : 'wrap'}>
      <SearchField label={t`Search entries`} asked={search.q ?? ''} ask={(q) => change({ q })} />
      {!narrow && <TypeButton key={search.content_type} type={type} choose={chooseType} />}
      <FilterButton type={type} search={search} change={change}>
        {narrow && <ListChoices {...given} chooseType={chooseType} show={show} />}
      </FilterButton>
      {!narrow && <FormTools columns={columns} {...given} show={show} />}
    </Group>
  );
}

interface FormToolsProperties extends ToolbarProperties {
  readonly show: (form: ListForm) => void;
}

/** What a table or cards have of their own, and the switch between them. */
function FormTools({ search, type, columns, form, change, show }: FormToolsProperties): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {form === 'table' ? (
        <ColumnsButton type={type} columns={columns} change={change} />
      ) : (
        <OrderSelect search={search} type={type} change={change} />
      )}
      <Button
        variant={form === 'cards' ? 'light' : 'default'}
        aria-pressed={form === 'cards'}
        leftSection={<CardsIcon size={ICON_SIZE} aria-hidden />}
        onClick={() => show(form === 'cards' ? 'table' : 'cards')}
      >
        {t({ message: 'Cards', comment: 'A switch: entries shown as cards with pictures instead of a table' })}
      </Button>
    </>
  );
}

interface TypeButtonProperties {
  readonly type: ContentType | undefined;
  /** Takes the type to list; undefined for all. */
  readonly choose: (name: string | undefined) => void;
}

/** Which type is listed. A menu, which the screen has for new entries anyway: a field with choices would load more than the list. */
function TypeButton({ type, choose }: TypeButtonProperties): ReactNode {
  const { t } = useLingui();
  const name = type?.name ?? t`All types`;
  return (
    <TypeChoice
      types={useContentTypes()}
      position="bottom-start"
      label={t`Type`}
      onAll={() => choose(undefined)}
      onChoose={({ api_id: chosen }) => choose(chosen)}
    >
      <Button
        variant="default"
        aria-label={t`Type: ${name}`}
        rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}
        maw={220}
      >
        {name}
      </Button>
    </TypeChoice>
  );
}

function ColumnsButton({ type, columns, change }: ColumnsProperties): ReactNode {
  const [used, setUsed] = useState(false);
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus onOpen={() => setUsed(true)}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ColumnsIcon size={ICON_SIZE} aria-hidden />}
          onPointerEnter={ColumnsDropdown.preload}
          onFocus={ColumnsDropdown.preload}
        >
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      {used && <ColumnsDropdown type={type} columns={columns} change={change} />}
    </Popover>
  );
}

function fieldsDropped(search: SearchParams): Readonly<Record<string, undefined>> {
  const names = Object.keys(search).filter((name) => name.startsWith('fields.'));
  return Object.fromEntries([...names, 'order', 'columns', 'as', 'view'].map((name) => [name, undefined]));
}
