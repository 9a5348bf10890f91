/** The form that a layout makes, in small: where each field stands and how much room it takes, without inputs. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type FormField, type FormSection, formLayout } from '../../fields/form-layout.ts';
import { Tabs } from '../../ui/index.ts';
import styles from './layout-editor.module.css';
import type { WorkingType } from './working-type.ts';

export function FormPreview({ working }: { readonly working: WorkingType }): ReactNode {
  const { t } = useLingui();
  const { above, tabs, side } = formLayout({ ...working, fields: [...working.fields] });
  const [first] = tabs;
  return (
    <section className={styles.preview} aria-label={t`Preview of the form`}>
      <div className={styles.main}>
        {above.map((section) => (
          <SectionInSmall key={section.id} section={section} />
        ))}
        {first !== undefined && (
          <Tabs defaultValue={first.id} key={tabs.map(({ id }) => id).join(' ')}>
            <Tabs.List aria-label={t({ message: 'Form sections', comment: 'Names the row of tabs over the fields' })}>
              {tabs.map(({ id, name }) => (
                <Tabs.Tab key={id} value={id} px="xs" py={4}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ id, sections }) => (
              <Tabs.Panel key={id} value={id} className={styles.panel}>
                {sections.map((section) => (
                  <SectionInSmall key={section.id} section={section} />
                ))}
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </div>
      {side.length > 0 && <FieldsInSmall fields={side} />}
    </section>
  );
}

function SectionInSmall({ section: { name, fields } }: { readonly section: FormSection }): ReactNode {
  if (name === null && fields.length === 0) return null;
  return (
    <div>
      {name !== null && <div className={styles.heading}>{name}</div>}
      <FieldsInSmall fields={fields} />
    </div>
  );
}

function FieldsInSmall({ fields }: { readonly fields: readonly FormField[] }): ReactNode {
  return (
    <ul className={styles.boxes}>
      {fields.map(({ field, isHalf, isTitle }) => (
        <li
          key={field.id}
          data-half={isHalf || undefined}
          data-title={isTitle || undefined}
          data-type={field.type}
          dir="auto"
        >
          {field.name}
        </li>
      ))}
    </ul>
  );
}
