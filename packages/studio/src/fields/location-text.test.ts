/** Places in all the forms in which people copy them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { placeIn } from './location-text.ts';

const VIENNA = ['48.2082', '16.3738'];
for (const [text, expected] of [
  ['48.2082, 16.3738', VIENNA],
  [' 48.2082 16.3738 ', VIENNA],
  ['48.2082°; 16.3738°', VIENNA],
  ['48,2082; 16,3738', VIENNA],
  ['48,2082, 16,3738', VIENNA],
  ['+48.2082,+16.3738', VIENNA],
  ['-33.8568, 151.2153', ['-33.8568', '151.2153']],
  ['48.2082° N, 16.3738° E', VIENNA],
  ['N 48.2082 E 16.3738', VIENNA],
  ['48°12\'29"N 16°22\'25"E', ['48.2080556', '16.3736111']],
  ['48°12′29.5″ N, 16°22′25.7″ E', ['48.2081944', '16.3738056']],
  ["33° 51.408' S 151° 12.918' E", ['-33.8568', '151.2153']],
  ['16.3738 E, 48.2082 N', VIENNA],
  ['geo:48.2082,16.3738;u=35', VIENNA],
  ['geo:48.2082,16.3738?z=17', VIENNA],
  ['https://www.google.com/maps/@48.2082,16.3738,17z', VIENNA],
  ['https://www.google.com/maps/place/Stephansdom/@48.20,16.37,17z/data=!3m1!4b1!4m6!3m5!3d48.2082!4d16.3738', VIENNA],
  ['https://maps.google.com/?q=48.2082,16.3738', VIENNA],
  ['https://www.google.com/maps/search/?api=1&query=48.2082%2C16.3738', VIENNA],
  ['https://www.google.com/maps/dir/?api=1&destination=48.2082,16.3738', VIENNA],
  ['https://www.google.com/maps/search/48.2082,+16.3738', VIENNA],
  ['https://www.openstreetmap.org/?mlat=48.2082&mlon=16.3738#map=16/48.1/16.3', VIENNA],
  ['https://www.openstreetmap.org/#map=16/48.2082/16.3738', VIENNA],
  ['https://maps.apple.com/?ll=48.2082,16.3738&q=Stephansdom', VIENNA],
  ['https://maps.apple.com/place?coordinate=48.2082,16.3738&name=Stephansdom', VIENNA],
  ['https://www.bing.com/maps?cp=48.2082~16.3738&lvl=16', VIENNA],
  ['', null],
  ['48.2082', null],
  ['12', null],
  ['48,208', null],
  ['Vienna', null],
  ['48.2082 N, 16.3738 N', null],
  ['https://www.example.com/', null],
  ['https://maps.app.goo.gl/x%', null],
] as const)
  it(`"${text}" is ${expected === null ? 'no place' : 'a place'}`, () => {
    const place = placeIn(text);
    assert.deepEqual(place && [place.lat, place.lon], expected);
  });
