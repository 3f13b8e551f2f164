/// The error of work that does not get its turn, because too many others wait for theirs.
package struct TooManyWaiting: Error {}
