/** The field type `location`: a point on the earth in degrees (WGS 84). */
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { plainNumber } from './values/number-rules.ts';
import { addViolation, isObject } from './values/value-violations.ts';

const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

export const locationType = defineFieldType({
  name: 'location',
  description: '`{"lat": 53.5, "lon": 10.0}` in degrees: `lat` from -90 to 90, `lon` from -180 to 180.',
  mayBeObject: true,
  parse,
});

function parse(input: unknown, context: ParseContext): { lat: number; lon: number } | undefined {
  const { lat, lon, ...others } = isObject(input) ? input : {};
  if (isDegree(lat, LATITUDE_MAX) && isDegree(lon, LONGITUDE_MAX) && Object.keys(others).length === 0) {
    return { lat: plainNumber(lat), lon: plainNumber(lon) };
  }
  return addViolation(
    context,
    'type',
    'Give {"lat": …, "lon": …} in degrees: lat from -90 to 90, lon from -180 to 180.',
  );
}

function isDegree(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
