/**
 * The articles of the demo. One is only in English (German falls back to it), one is a draft, and one was edited since
 * it was published, so that delivery and preview differ.
 */
import { bullets, doc, emphasis, heading, linkTo, paragraph, picture, quote } from './prose.ts';

const kettleFields = {
  slug: { 'en-US': 'a-kettle-on-the-sea-wall', de: 'ein-kessel-auf-dem-deich' },
  summary: {
    'en-US': 'Tea outdoors in November is mostly a question of where you put your back.',
    de: 'Tee im Freien im November ist vor allem eine Frage, wohin man den Rücken dreht.',
  },
  body: {
    'en-US': doc(
      paragraph(
        'The flame is the easy part. A stove the size of a fist will boil half a litre in five minutes, if the wind lets it, and the wind will not let it. So the first thing to find is not water but shelter.',
      ),
      heading('Where to sit'),
      paragraph(
        'The lee side of a sea wall, two thirds of the way up, is the warmest seat on this coast. Sheep know it, and they were here first; be polite.',
      ),
      bullets(
        'Strong black tea, loose, in a jar that shuts.',
        'Milk in a bottle that once held something stronger.',
        'One more cup than there are people.',
      ),
      paragraph(
        'The extra cup is for whoever comes along the path. On a day when ',
        linkTo('the-bird-counters', 'the counters'),
        ' are out, make it two.',
      ),
    ),
    de: doc(
      paragraph(
        'Die Flamme ist das Leichteste. Ein Kocher, groß wie eine Faust, bringt einen halben Liter in fünf Minuten zum Sieden, wenn der Wind ihn lässt, und der Wind lässt ihn nicht. Zuerst sucht man also kein Wasser, sondern Schutz.',
      ),
      heading('Wo man sitzt'),
      paragraph(
        'Die windabgewandte Seite des Deichs, auf zwei Dritteln der Höhe, ist der wärmste Platz dieser Küste. Die Schafe wissen das, und sie waren zuerst da; man grüßt.',
      ),
      bullets(
        'Kräftiger schwarzer Tee, lose, in einem Glas, das schließt.',
        'Milch in einer Flasche, in der einmal Stärkeres war.',
        'Ein Becher mehr, als Leute da sind.',
      ),
      paragraph(
        'Der Becher zu viel ist für den, der des Weges kommt. An einem Tag, an dem ',
        linkTo('the-bird-counters', 'die Vogelzähler'),
        ' unterwegs sind, nimmt man zwei.',
      ),
    ),
  },
  author: 'tom-ashby',
  cover: 'sea-wall',
  written_on: '2026-11-02',
  minutes: 3,
  tags: ['kitchen', 'weather'],
  related: ['the-bird-counters'],
};

/** The articles, in the format of the import route. */
export const demoArticles = [
  {
    key: 'reading-the-tide',
    content_type: 'article',
    status: 'published',
    fields: {
      title: { 'en-US': 'Reading the tide', de: 'Die Gezeiten lesen' },
      slug: { 'en-US': 'reading-the-tide', de: 'die-gezeiten-lesen' },
      summary: {
        'en-US': 'The table tells you when the water comes. The shore tells you how.',
        de: 'Die Tabelle sagt, wann das Wasser kommt. Der Strand sagt, wie.',
      },
      body: {
        'en-US': doc(
          paragraph(
            'A tide table is a list of promises, and the sea keeps nearly all of them. What it does not say is which creek fills first, or that the path you came on will be the first thing to go.',
          ),
          picture('tide-pools'),
          heading('Three things to look at'),
          bullets(
            'The line of foam: while it still hisses, the water is rising.',
            'The birds: waders come closer to you as their table shrinks.',
            'The colour of the sand: dark and firm is old ground, pale and shining is new.',
          ),
          paragraph(
            'None of this replaces the table. It is how you learn to believe it. Wibke says that ',
            linkTo('the-bird-counters', 'the birds'),
            ' are never wrong, only early.',
          ),
        ),
        de: doc(
          paragraph(
            'Eine Gezeitentafel ist eine Liste von Versprechen, und das Meer hält fast alle. Was nicht darin steht: welcher Priel zuerst vollläuft, und dass der Weg, auf dem man kam, als Erstes verschwindet.',
          ),
          picture('tide-pools'),
          heading('Drei Dinge, auf die man achtet'),
          bullets(
            'Die Schaumlinie: Solange sie zischt, steigt das Wasser.',
            'Die Vögel: Watvögel rücken näher, wenn ihr Tisch kleiner wird.',
            'Die Farbe des Sandes: Dunkel und fest ist alter Grund, hell und glänzend ist neuer.',
          ),
          paragraph(
            'Nichts davon ersetzt die Tafel. Man lernt so, ihr zu glauben. Wibke sagt, ',
            linkTo('the-bird-counters', 'die Vögel'),
            ' irren sich nie, sie sind nur früh dran.',
          ),
        ),
      },
      author: 'ines-marten',
      cover: 'tide-pools',
      written_on: '2026-09-14',
      minutes: 4,
      tags: ['sea'],
      related: ['the-bird-counters', 'fog-signals'],
    },
  },
  {
    key: 'a-kettle-on-the-sea-wall',
    content_type: 'article',
    status: 'changed',
    fields: {
      title: {
        'en-US': 'A kettle on the sea wall, and who to share it with',
        de: 'Ein Kessel auf dem Deich, und mit wem man ihn teilt',
      },
      ...kettleFields,
    },
    published_fields: {
      title: { 'en-US': 'A kettle on the sea wall', de: 'Ein Kessel auf dem Deich' },
      ...kettleFields,
    },
  },
  {
    key: 'the-bird-counters',
    content_type: 'article',
    status: 'published',
    fields: {
      title: { 'en-US': 'The bird counters', de: 'Die Vogelzähler' },
      slug: { 'en-US': 'the-bird-counters', de: 'die-vogelzaehler' },
      summary: {
        'en-US': 'How to count forty thousand of something that will not sit still.',
        de: 'Wie man vierzigtausend von etwas zählt, das nicht stillsitzt.',
      },
      body: {
        'en-US': doc(
          paragraph(
            'You count ten. You look at how much of the flock ten is. Then you lay that piece over the rest of it, like a ruler, and hope that it stays a flock for long enough.',
          ),
          picture('knots-in-flight'),
          quote('If two of us agree, one of us was not looking.'),
          paragraph(
            'Twice a month, at spring tide, when the mud is covered and every bird of the bay has to stand somewhere, fourteen people stand on the wall with telescopes. Afterwards there is tea; ',
            linkTo('a-kettle-on-the-sea-wall', 'somebody always brings a kettle'),
            '.',
          ),
        ),
        de: doc(
          paragraph(
            'Man zählt zehn. Man sieht, wie viel vom Schwarm zehn sind. Dann legt man dieses Stück über den Rest, wie ein Lineal, und hofft, dass er lange genug ein Schwarm bleibt.',
          ),
          picture('knots-in-flight'),
          quote('Wenn zwei von uns dasselbe haben, hat einer nicht hingesehen.'),
          paragraph(
            'Zweimal im Monat, bei Springtide, wenn das Watt bedeckt ist und jeder Vogel der Bucht irgendwo stehen muss, stehen vierzehn Leute mit Fernrohren auf dem Deich. Danach gibt es Tee; ',
            linkTo('a-kettle-on-the-sea-wall', 'einen Kessel hat immer jemand dabei'),
            '.',
          ),
        ),
      },
      author: 'wibke-lorenzen',
      cover: 'knots-in-flight',
      written_on: '2026-10-19',
      minutes: 5,
      tags: ['birds'],
      related: ['reading-the-tide'],
    },
  },
  {
    key: 'samphire',
    content_type: 'article',
    status: 'published',
    fields: {
      title: { 'en-US': 'Samphire, and when to leave it', de: 'Queller, und wann man ihn stehen lässt' },
      slug: { 'en-US': 'samphire', de: 'queller' },
      summary: {
        'en-US': 'It is salty before you cook it and stringy once you are late.',
        de: 'Er ist salzig, bevor man ihn kocht, und faserig, wenn man zu spät kommt.',
      },
      body: {
        'en-US': doc(
          paragraph(
            'Samphire is the first plant to dare the mud. It holds the ground for everything that comes after it, which is why you take the tips, with scissors, and never the root.',
          ),
          paragraph(
            'One minute in boiling water, ',
            emphasis('without salt'),
            ', then butter. In July it tastes of the sea; by September it tastes of string, and it has turned red to tell you so.',
          ),
        ),
        de: doc(
          paragraph(
            'Queller ist die erste Pflanze, die sich ins Watt wagt. Er hält den Boden für alles, was nach ihm kommt; darum nimmt man die Spitzen, mit der Schere, und nie die Wurzel.',
          ),
          paragraph(
            'Eine Minute in kochendes Wasser, ',
            emphasis('ohne Salz'),
            ', dann Butter. Im Juli schmeckt er nach Meer; im September nach Bindfaden, und er ist rot geworden, um das zu sagen.',
          ),
        ),
      },
      author: 'tom-ashby',
      written_on: '2026-07-08',
      minutes: 2,
      tags: ['kitchen', 'sea'],
      related: ['a-kettle-on-the-sea-wall'],
    },
  },
  {
    key: 'fog-signals',
    content_type: 'article',
    status: 'published',
    fields: {
      title: { 'en-US': 'Fog signals' },
      slug: { 'en-US': 'fog-signals' },
      summary: { 'en-US': 'What you hear when there is nothing to see.' },
      body: {
        'en-US': doc(
          paragraph(
            'In fog the coast comes apart into sounds. A bell is a buoy, and it is the sea that rings it. A long low note every thirty seconds is the pier. Sheep are the wall.',
          ),
          paragraph('Stand still until you have heard each of them twice. Then walk towards the sheep.'),
        ),
      },
      author: 'ines-marten',
      written_on: '2026-11-09',
      minutes: 1,
      tags: ['weather'],
    },
  },
  {
    key: 'what-the-storm-moved',
    content_type: 'article',
    status: 'draft',
    fields: {
      title: { 'en-US': 'What the storm moved', de: 'Was der Sturm verschoben hat' },
      slug: { 'en-US': 'what-the-storm-moved', de: 'was-der-sturm-verschoben-hat' },
      summary: { 'en-US': 'An inventory of the beach, the morning after.' },
      body: {
        'en-US': doc(paragraph('One bench, two hundred metres to the east. All of the path. None of the sheep.')),
      },
      author: 'wibke-lorenzen',
      written_on: '2026-11-18',
      tags: ['weather', 'sea'],
    },
  },
];
