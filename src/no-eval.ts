import { config } from 'zod';

// Zod looks whether it may compile code from text; the content security policy forbids it and would report the try.
config({ jitless: true });
