/** Remembers answers by their key, for all who ask while one is on its way or later. A failure is not remembered. */
export class Memory<V> {
  private readonly answers = new Map<string, Promise<V>>();

  /** The answer for a key: the remembered one, or what `find` finds now. */
  async get(key: string, find: () => Promise<V>): Promise<V> {
    const known = this.answers.get(key);
    if (known) return known;
    const own = find();
    this.answers.set(key, own);
    own.catch(() => {
      if (this.answers.get(key) === own) this.answers.delete(key);
    });
    return own;
  }

  /** Remembers an answer that is known already. */
  set(key: string, value: V): void {
    this.answers.set(key, Promise.resolve(value));
  }
}
