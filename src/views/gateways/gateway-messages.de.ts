import { bytes, count } from '../../components/format.ts';
import { pictureLimits } from '../../domain/gateways/picture.ts';
import { baseUrlProblemMessages } from '../messages/app-messages.de.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './gateway-messages.ts';

export const gatewayMessages: WordingOf<typeof english>['gatewayMessages'] = {
  loading: 'Das Bild wird beim Gateway angefragt…',
  alt: (name) => `Bild: ${name}`,
  from: (sizeBytes) => `Vom eingestellten Gateway, ${bytes(sizeBytes)}.`,
  checks: {
    matches: 'Geprüft: Die Bytes passen zum Siegel.',
    notChecked: 'Nicht geprüft: Was kam, lässt sich nicht mit dieser CID vergleichen.',
  },
  problems: {
    notReached: 'Das Gateway ist nicht zu erreichen. Es gibt kein Bild.',
    tooSlow: 'Das Gateway brauchte zu lange. Es gibt kein Bild.',
    redirected: 'Das Gateway verweist auf eine andere Adresse. Pinfold folgt ihr nicht.',
    notFound: 'Das Gateway hat diese Datei nicht.',
    refused: 'Das Gateway hat abgelehnt. Es gibt kein Bild.',
    tooLarge: `Diese Datei ist größer als ${bytes(pictureLimits.bytes)}, ihr Bild wird deshalb nicht geladen.`,
    tooManyPixels: `Dieses Bild hat mehr als ${count(pictureLimits.pixels)} Pixel, es wird deshalb nicht gezeigt.`,
    notAnImage: 'Diese Datei ist kein Bild, das Pinfold zeigt (PNG, JPEG, GIF, WebP).',
    differs: 'Diese Bytes sind nicht diese Datei. Das Bild wird nicht gezeigt.',
    tooMany: 'Innerhalb einer Minute wurden viele Bilder geladen. Die nächsten kommen etwas später.',
    replaced: 'Inzwischen hat ein anderes Fenster ein Bild angefragt, und Pinfold fragt nach einem zur Zeit.',
    private: 'Diese Datei ist privat. Das Gateway würde sehen, welche Datei angesehen wird.',
    noCid: 'Diese Datei hat keine CID, nach der das Gateway gefragt werden könnte.',
    offline: 'Offline: Es wird kein Bild geladen.',
  },
  failed: 'Das Bild konnte nicht angefragt werden.',
  again: 'Erneut versuchen',
  showPrivate: 'Dieses Bild trotzdem laden',
  open: 'Im Browser öffnen',
  notOpened: 'Das System konnte es nicht öffnen. Die Adresse ist',
  through: 'über das Gateway',
  openPrivate: 'über das Gateway, das dann die CID dieser privaten Datei sieht',
  setting: {
    title: 'Gateway',
    label: 'Adresse eines IPFS-Gateways',
    hint: 'Etwa https://gateway.example oder https://{cid}.gateway.example. Nur für diese Verbindung; ohne Adresse fragt Pinfold keines.',
    privacy: 'Das Gateway sieht, welche Dateien angesehen werden.',
    set: 'Gateway einstellen',
    remove: 'Kein Gateway verwenden',
    pictures: 'Bilder öffentlicher Dateien in den Details zeigen',
    picturesHint:
      'Nach einer privaten Datei wird nur auf Wunsch gefragt, Datei für Datei. Das Token wird nie an ein Gateway gesendet.',
    problems: {
      ...baseUrlProblemMessages,
      notHttps:
        'Über http sieht jeder auf dem Weg, welche Dateien angesehen werden; es ist allein für diesen Computer erlaubt.',
      cidPlace: '{cid} an den Anfang des Hosts stellen oder weglassen.',
    },
  },
};
