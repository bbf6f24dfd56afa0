/** What the computer tells of its network, its sleep and the window. */
export type HostSignal = 'networkUp' | 'networkDown' | 'resumed' | 'focused' | 'blurred';
