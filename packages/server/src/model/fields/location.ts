/** The field type `location`: a point on the earth in degrees (WGS 84). Queries can only ask whether it is there. */
import { Type } from 'typebox';
import type { FieldType, ParseContext } from './field-type.ts';
import { plainNumber } from './values/number-rules.ts';
import { isObject, refuse } from './values/refusal.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

export const locationType: FieldType = {
  name: 'location',
  valueSchema: Type.Object(
    {
      lat: Type.Number({ minimum: -LATITUDE_MAX, maximum: LATITUDE_MAX }),
      lon: Type.Number({ minimum: -LONGITUDE_MAX, maximum: LONGITUDE_MAX }),
    },
    { additionalProperties: false },
  ),
  validations: [],
  mayBeObject: true,
  mayBeUnique: false,
  mayBeDisplayed: false,
  parse,
  validate: () => [],
  checkSettings: (field, path) => [...checkValidations(field, path, { allowed: [] }), ...refuseItems(field, path)],
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: () => '',
  column: () => ({ kind: 'presence', orderable: false, many: false }),
  indexValue: () => true,
  operand: () => undefined,
};

function parse(input: unknown, context: ParseContext): { lat: number; lon: number } | undefined {
  const { lat, lon, ...others } = isObject(input) ? input : {};
  if (isDegree(lat, LATITUDE_MAX) && isDegree(lon, LONGITUDE_MAX) && Object.keys(others).length === 0) {
    return { lat: plainNumber(lat), lon: plainNumber(lon) };
  }
  return refuse(context, 'type', 'Give {"lat": …, "lon": …} in degrees: lat from -90 to 90, lon from -180 to 180.');
}

function isDegree(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
