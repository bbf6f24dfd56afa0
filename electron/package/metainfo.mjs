import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from '../launch/project.mjs';

/** Where the file is made that says to the software centres of Linux what the app is. */
export const metainfoPath = inProject('out/package/pinfold.metainfo.xml');

/**
 * What software centres show of the app (AppStream specification 1.0, "Desktop Applications").
 *
 * @param {{ readonly appId: string, readonly homepage: string, readonly summary: string }} app
 */
export const metainfo = ({ appId, homepage, summary }) => `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${appId}</id>
  <name>Pinfold</name>
  <summary>${summary}</summary>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <developer id="${appId.slice(0, appId.lastIndexOf('.'))}"><name>The Pinfold authors</name></developer>
  <description>
    <p>
      Pinfold copies the records of your files and API keys from an IPFS storage service to your computer. There you can
      browse and search them without a network, rename files and edit their metadata, and have the edits sent when the
      network is back, without overwriting what somebody else has changed meanwhile.
    </p>
    <p>It also fetches signatures of CIDs and checks them.</p>
  </description>
  <launchable type="desktop-id">pinfold.desktop</launchable>
  <provides><mediatype>x-scheme-handler/pinfold</mediatype></provides>
  <categories><category>Utility</category></categories>
  <url type="homepage">${homepage}</url>
  <content_rating type="oars-1.1" />
</component>
`;

/**
 * Makes the file before a package of Linux is.
 *
 * @param {Parameters<typeof metainfo>[0]} app
 */
export function writeMetainfo(app) {
  mkdirSync(dirname(metainfoPath), { recursive: true });
  writeFileSync(metainfoPath, metainfo(app));
}
