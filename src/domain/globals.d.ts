/** The one part of the WHATWG URL standard the rules need; every host has it, but no ECMAScript library declares it. */
declare class URL {
  constructor(text: string, base?: string);
  static canParse(text: string, base?: string): boolean;
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}
