/** The form in which two spellings of one path, topic name or username are equal. */
export function fold(name: string): string {
  return name.toLowerCase();
}
