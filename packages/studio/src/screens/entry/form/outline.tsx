/** The fields of a long form as a list to jump from, with a mark where one needs the person. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FormField, FormLayout } from '../../../fields/form-layout.ts';
import { ListIcon } from '../../../ui/icons.ts';
import { Button, Menu } from '../../../ui/index.ts';
import styles from './form.module.css';
import { FieldMarks } from './marks.tsx';

const LIST_HEIGHT = 420;

interface OutlineProperties {
  readonly form: FormLayout;
  onChoose(field: string): void;
}

export function Outline({ form, onChoose }: OutlineProperties): ReactNode {
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
            <Part key={section.id} name={section.name} fields={section.fields} onChoose={onChoose} />
          ))}
          {form.tabs.map((tab) =>
            tab.sections.map(({ id, name, fields }, index) => {
              const words = index === 0 ? tab.name : `${tab.name} · ${name}`;
              return <Part key={`${tab.id} ${id}`} name={words} fields={fields} onChoose={onChoose} />;
            }),
          )}
          <Part
            name={t({ message: 'In the side column', comment: 'Heading over the fields in the side column of a form' })}
            fields={form.side}
            onChoose={onChoose}
          />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface PartProperties extends Pick<OutlineProperties, 'onChoose'> {
  readonly name: string | null;
  readonly fields: readonly FormField[];
}

function Part({ name, fields, onChoose }: PartProperties): ReactNode {
  if (fields.length === 0) return null;
  return (
    <>
      {name !== null && <Menu.Label>{name}</Menu.Label>}
      {fields.map(({ field: { id, name: fieldName } }) => (
        <Menu.Item key={id} rightSection={<FieldMarks fields={[id]} />} onClick={() => onChoose(id)}>
          {fieldName}
        </Menu.Item>
      ))}
    </>
  );
}
