import Bell from '@lucide/svelte/icons/bell';
import BookOpen from '@lucide/svelte/icons/book-open';
import Bookmark from '@lucide/svelte/icons/bookmark';
import CirclePause from '@lucide/svelte/icons/circle-pause';
import Code from '@lucide/svelte/icons/code';
import Download from '@lucide/svelte/icons/download';
import ExternalLink from '@lucide/svelte/icons/external-link';
import File from '@lucide/svelte/icons/file';
import FlaskConical from '@lucide/svelte/icons/flask-conical';
import Hash from '@lucide/svelte/icons/hash';
import Keyboard from '@lucide/svelte/icons/keyboard';
import ListChecks from '@lucide/svelte/icons/list-checks';
import ListFilter from '@lucide/svelte/icons/list-filter';
import ListX from '@lucide/svelte/icons/list-x';
import PanelRight from '@lucide/svelte/icons/panel-right';
import Plug from '@lucide/svelte/icons/plug';
import Redo2 from '@lucide/svelte/icons/redo-2';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Rows3 from '@lucide/svelte/icons/rows-3';
import Search from '@lucide/svelte/icons/search';
import Send from '@lucide/svelte/icons/send';
import Signature from '@lucide/svelte/icons/signature';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Tag from '@lucide/svelte/icons/tag';
import Undo2 from '@lucide/svelte/icons/undo-2';
import Upload from '@lucide/svelte/icons/upload';
import Wifi from '@lucide/svelte/icons/wifi';
import { rowActionIcons } from './row-action-icons.ts';
import { screenIcons } from './screen-icons.ts';

type Icon = typeof File;

/** The icons of commands, by their id, or by the beginning of it that they share with others of their kind. */
const icons: Readonly<Record<string, Icon>> = {
  ...rowActionIcons,
  copyAs: Code,
  openGateway: ExternalLink,
  search: Search,
  addFilter: ListFilter,
  widen: ListX,
  selectAll: ListChecks,
  inspector: PanelRight,
  export: Download,
  importTable: Upload,
  fetchSignatures: Signature,
  saveView: Bookmark,
  manageViews: Bookmark,
  view: Bookmark,
  lookUpCid: Hash,
  lookUpThis: Hash,
  undo: Undo2,
  redo: Redo2,
  checkNow: RefreshCw,
  send: Send,
  dryRun: FlaskConical,
  pause: CirclePause,
  checkSignatures: Signature,
  keyAlerts: Bell,
  theme: SunMoon,
  rows: Rows3,
  letterKeys: Keyboard,
  shortcuts: Keyboard,
  practiceNetwork: Wifi,
  guide: BookOpen,
  settings: screenIcons.settings,
  connection: Plug,
  addConnection: Plug,
  file: File,
  staged: Tag,
  where: ListFilter,
};

const placeIcons: Readonly<Record<string, Icon>> = {
  ...screenIcons,
  audit: screenIcons.keys,
  sameContent: screenIcons.files,
};

/** The icon of a command by its id, such as `undo`, `view-7`, `place-files-…`, or `recent-undo`; null for an unknown one. */
export function actionIcon(id: string): Icon | null {
  const [kind = '', part = ''] = id.replace(/^recent-/, '').split('-');
  return (kind === 'place' ? placeIcons[part] : icons[kind]) ?? null;
}
