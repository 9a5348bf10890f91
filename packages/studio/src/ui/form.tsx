/**
 * A form that says itself what is missing in it: a browser would, in its own language and in a bubble that goes by itself.
 * What a server refuses in it stands at its input too.
 */
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a server refused, and where. */
export interface FormRefusal {
  /** Path in the body of the request, such as `url` or `headers.0.name`. */
  readonly path: string;
  readonly message: string;
}

interface FormProperties extends Omit<ComponentProps<'form'>, 'noValidate' | 'onInput' | 'onSubmit'> {
  /** Is called once all that is asked for is there. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * What was refused when the form was sent last. Each is shown at the input whose `name`, or `data-path` where it has none,
   * is its path or a beginning of it.
   */
  readonly refusals?: readonly FormRefusal[];
  /** Is told which of the refusals belong to no input. */
  readonly onUnplaced?: (refusals: readonly FormRefusal[]) => void;
}

/** A control with something wrong in it. */
interface Fault {
  readonly control: Control;
  /** What is wrong, where a server said it. */
  readonly told?: string;
}

const NONE: readonly FormRefusal[] = [];

/** An input with a `pattern` says in `data-advice` what fits. */
export function Form({ onSubmit, refusals = NONE, onUnplaced, children, ...form }: FormProperties): ReactNode {
  const [wrong, setWrong] = useState<readonly Fault[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const show = (faults: readonly Fault[]) => {
    setWrong(faults);
    faults[0]?.control.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: refusals are placed once, when they come
  useLayoutEffect(() => {
    const placed = refusals.map((refusal) => ({ refusal, control: controlAt(element.current, refusal.path) }));
    show(placed.flatMap(({ control, refusal }) => (control === null ? [] : [{ control, told: refusal.message }])));
    onUnplaced?.(placed.filter(({ control }) => control === null).map(({ refusal }) => refusal));
  }, [refusals]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const found = [...event.currentTarget.elements].filter(isWrong);
    show(found.map((control) => ({ control })));
    if (found.length === 0) return onSubmit(event);
    event.preventDefault();
  };
  const forget = (changed: EventTarget) =>
    setWrong((now) =>
      now.some(({ control }) => control === changed) ? now.filter((one) => one.control !== changed) : now,
    );
  return (
    <form {...form} ref={element} noValidate onSubmit={send} onInput={({ target }) => forget(target)}>
      {children}
      {wrong.map(({ control, told }) => (
        <FaultText key={pathOf(control) + control.id} control={control} told={told} />
      ))}
    </form>
  );
}

/** The input of a path, or of what it is inside of. */
function controlAt(form: HTMLFormElement | null, path: string): Control | null {
  const controls = [...(form?.elements ?? [])].filter(isControl).filter(({ type }) => type !== 'hidden');
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = controls.find((control) => pathOf(control) === at);
    if (found !== undefined) return found;
  }
  return null;
}

function pathOf({ dataset, name }: Control): string {
  return dataset.path ?? name;
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function isWrong(element: Element): element is Control {
  return isControl(element) && element.willValidate && !element.validity.valid;
}

/** Stands below its input, where the component library has errors too. */
function FaultText({ control, told }: { readonly control: Control; readonly told: string | undefined }): ReactNode {
  const id = useId();
  const missing = useWords(control);
  const words = told ?? missing;
  useEffect(() => {
    const described = control.getAttribute('aria-describedby');
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', described === null ? id : `${described} ${id}`);
    return () => {
      control.removeAttribute('aria-invalid');
      if (described === null) control.removeAttribute('aria-describedby');
      else control.setAttribute('aria-describedby', described);
    };
  }, [control, id]);
  const place = control.closest('[class*="InputWrapper-root"]') ?? control.parentElement;
  return (
    place !== null &&
    createPortal(
      <Text size="xs" c="var(--failed)" mt={4} id={id}>
        {words}
      </Text>,
      place,
    )
  );
}

function useWords(control: Control): string {
  const { t } = useLingui();
  const { validity, type, dataset } = control;
  if (validity.valueMissing) return t`Fill this in.`;
  if (validity.typeMismatch && type === 'email') return t`Enter an e-mail address, such as ada@example.com.`;
  if (validity.tooShort && 'minLength' in control) return t`Use at least ${control.minLength} characters.`;
  return dataset.advice ?? t`This value is not valid here.`;
}
