/**
 * How values of `component` and `blocks` are held while they are merged: components by `api_id`, their fields by slot, and localized
 * fields by locale number, as the merged model has them, so that a place means the same on all sides. Pure.
 */

import {
  type BlocksRules,
  type InnerPlace,
  type InnerShape,
  type Structure,
  structureOf,
} from '../../../../../contract/src/blocks-merge.ts';
import { componentsOf } from '../../../../../contract/src/fields.ts';
import type { Locales } from '../../../model/spaces/locale.ts';
import type { ThreeWay } from './decisions.ts';
import { type FieldState, fieldIn, type TypeState } from './type-state.ts';

/** A component on all sides, and as it will be; undefined where it does not exist. */
export interface MergedComponent {
  readonly merged: TypeState | undefined;
  readonly three: ThreeWay<TypeState>;
}

export class Shapes {
  readonly #componentOf: (apiId: string) => MergedComponent | undefined;
  readonly #locales: Locales;

  constructor(componentOf: (apiId: string) => MergedComponent | undefined, locales: Locales) {
    this.#componentOf = componentOf;
    this.#locales = locales;
  }

  /** The component as it will be. */
  merged(apiId: string): TypeState | undefined {
    return this.#componentOf(apiId)?.merged;
  }

  /** A field of a component as it will be, or else as a side has it. */
  fieldOf(apiId: string, slot: string): FieldState | undefined {
    const component = this.#componentOf(apiId);
    return component && namedField(component, slot);
  }

  shapeOf(apiId: string, slot: string): InnerShape {
    const field = this.fieldOf(apiId, slot);
    return { holds: structureOf(field?.settings ?? {}), byLocale: field?.settings.localized === true };
  }

  /** Whether what stands at a place can be written there. */
  exists({ type, key }: Pick<InnerPlace, 'type' | 'key'>): boolean {
    return fieldIn(this.merged(type), key) !== undefined;
  }

  /** The id of a field, and the locale of its value: as in the paths of values, those in a value begin without a locale that is no choice. */
  nameOf({ type, key, locale, isWithin }: InnerPlace): string {
    const id = this.fieldOf(type, key)?.id ?? key;
    if (isWithin || (locale === undefined && this.shapeOf(type, key).holds !== 'plain')) return id;
    return `${id}.${this.codeOf(locale)}`;
  }

  /** @param number a locale number; undefined for the default locale */
  codeOf(number: string | undefined): string {
    const { default: first } = this.#locales;
    return (number === undefined ? first : this.#locales.byNumber(Number(number)))?.code ?? String(number);
  }

  /** @param isWithin whether the whole value belongs to one locale */
  rules(isWithin: boolean): BlocksRules {
    return {
      isWithin,
      shapeOf: (type, key) => this.shapeOf(type, key),
      nameOf: (place) => this.nameOf(place),
    };
  }
}

/** What is inside of the values of a place. */
export interface Inside {
  readonly structure: Structure;
  /** Whether the values belong to one locale. */
  readonly isWithin: boolean;
  /** What the paths inside begin with, relative to the resource: `fields.blocks`. */
  readonly root: string;
  /** The field of the values as it will be; undefined if it is gone. */
  readonly field: FieldState | undefined;
  readonly shapes: Shapes;
  /** Shows a plain value of a field inside. */
  readonly show: (value: unknown, field: FieldState | undefined) => unknown;
}

/** A field of a type as it will be, or else as a side has it. */
export function namedField({ merged, three }: MergedComponent, slot: string): FieldState | undefined {
  return [merged, three.target, three.source, three.base].map((type) => fieldIn(type, slot)).find((field) => field);
}

/** Whether the field has values of the component. */
export function takes(field: FieldState | undefined, apiId: string): boolean {
  return componentsOf(field?.settings ?? {}).includes(apiId);
}
