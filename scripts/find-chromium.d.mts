export declare function findChromium(playwrightsOwn: string): string | undefined
