/** The fields of a long form as a list to jump from, with a mark where one needs the person. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import type { FormField, FormLayout } from '../../../fields/form-layout.ts';
import { ListIcon } from '../../../ui/icons.ts';
import { Button, Menu, onDemand } from '../../../ui/index.ts';
import styles from './form.module.css';
import { FieldMarks } from './marks.tsx';

const BlockItems = onDemand(async () => (await import('./block-items.tsx')).BlockItems);

const LIST_HEIGHT = 420;

interface OutlineProperties {
  readonly form: FormLayout;
  /** Code of the locale that is shown. */
  readonly locale: string;
  /** @param path of a block, as the server writes it */
  onChoose(field: string, path?: string): void;
}

export function Outline({ form, locale, onChoose }: OutlineProperties): ReactNode {
  const { t } = useLingui();
  return (
    <div className={styles.outline}>
      <Menu position="bottom-end" withinPortal={false} returnFocus={false}>
        <Menu.Target>
          <Button variant="subtle" size="compact-xs" leftSection={<ListIcon size={14} aria-hidden />}>
            <Trans comment="Button that opens the list of all fields of a long form, to jump to one">Fields</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={LIST_HEIGHT} className={styles.list}>
          {form.above.map((section) => (
            <Part key={section.id} name={section.name} fields={section.fields} locale={locale} onChoose={onChoose} />
          ))}
          {form.tabs.map((tab) =>
            tab.sections.map(({ id, name, fields }, index) => {
              const words = index === 0 ? tab.name : `${tab.name} · ${name}`;
              return <Part key={`${tab.id} ${id}`} name={words} fields={fields} locale={locale} onChoose={onChoose} />;
            }),
          )}
          <Part
            name={t({ message: 'In the side column', comment: 'Heading over the fields in the side column of a form' })}
            fields={form.side}
            locale={locale}
            onChoose={onChoose}
          />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface PartProperties extends Pick<OutlineProperties, 'locale' | 'onChoose'> {
  readonly name: string | null;
  readonly fields: readonly FormField[];
}

function Part({ name, fields, locale, onChoose }: PartProperties): ReactNode {
  if (fields.length === 0) return null;
  return (
    <>
      {name !== null && <Menu.Label>{name}</Menu.Label>}
      {fields.map(({ field }) => (
        <Fragment key={field.id}>
          <Menu.Item rightSection={<FieldMarks fields={[field.id]} />} onClick={() => onChoose(field.id)}>
            {field.name}
          </Menu.Item>
          {field.type === 'blocks' && <BlockItems field={field} locale={locale} onChoose={onChoose} />}
        </Fragment>
      ))}
    </>
  );
}
